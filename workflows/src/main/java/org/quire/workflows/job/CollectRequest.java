package org.quire.workflows.job;

import org.jspecify.annotations.Nullable;

/**
 * Input of the activity that ends what a hand-out began.
 *
 * @param job as it was handed out
 * @param report what was said of it; null: nothing, and what was made is thrown away
 */
public record CollectRequest(JobRequest job, @Nullable JobReport report) {}
