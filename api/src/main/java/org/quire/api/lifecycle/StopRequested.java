package org.quire.api.lifecycle;

/**
 * Published when a client may end the server and has asked for it. Whoever started the application ends it then, with all that
 * belongs to it; the application by itself does nothing.
 */
public record StopRequested() {}
