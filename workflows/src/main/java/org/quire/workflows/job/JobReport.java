package org.quire.workflows.job;

import org.jspecify.annotations.Nullable;

/**
 * What somebody outside said of a job that was handed out.
 *
 * @param attempt of the hand-out, from 1
 * @param reason why it failed, in the words of who ran it; null: none given
 */
public record JobReport(
        int attempt, boolean succeeded, @Nullable String reason) {}
