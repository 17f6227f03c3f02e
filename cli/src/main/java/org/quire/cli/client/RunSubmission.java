package org.quire.cli.client;

import org.jspecify.annotations.Nullable;

/**
 * A run to be submitted.
 *
 * @param metsPath absolute, as the server sees it
 * @param script lines of tasks
 * @param pages a page expression; empty: all pages
 * @param pagesPerJob 0: all of them in one job; null: as the server does it by default
 */
public record RunSubmission(
        String metsPath,
        String script,
        String pages,
        @Nullable Integer pagesPerJob,
        boolean overwrite) {}
