package org.quire.cli.client;

/** What the server said: verbatim, and understood. */
public record Answer<T>(String json, T value) {}
