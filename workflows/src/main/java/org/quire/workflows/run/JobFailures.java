package org.quire.workflows.run;

import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import org.quire.workflows.job.JobState;

/** Says what it means for a job that its activity ended without a result. */
final class JobFailures {

    /** The end of the job, and why. */
    record Verdict(JobState state, String reason) {}

    private JobFailures() {}

    static Verdict judge(Exception failure) {
        Throwable cause = failure instanceof ActivityFailure ? failure.getCause() : failure;
        // Nobody's fault: somebody asked for it.
        if (cause instanceof CanceledFailure) {
            return new Verdict(JobState.CANCELLED, "The job was interrupted.");
        }
        if (cause instanceof TimeoutFailure timeout) {
            // The worker: it died or lost its connection, and so did each that tried after it.
            if (timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_HEARTBEAT) {
                return new Verdict(JobState.FAILED, "The worker was lost (heartbeat timeout) at the last attempt.");
            }
            // The processor: it ran longer than allowed, and its worker did not end it in time.
            return new Verdict(JobState.FAILED, "The job ran into its timeout.");
        }
        // The processor or its machine: killed by a signal, out of memory, disk full; tried as often as allowed.
        if (cause instanceof ApplicationFailure application) {
            return new Verdict(JobState.FAILED, String.valueOf(application.getOriginalMessage()));
        }
        // Nobody knows.
        return new Verdict(JobState.FAILED, String.valueOf(failure.getMessage()));
    }
}
