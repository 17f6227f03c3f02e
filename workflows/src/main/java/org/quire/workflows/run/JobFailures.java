package org.quire.workflows.run;

import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Says what it means that an activity of a job has failed for good, and who is to blame. */
final class JobFailures {

    private JobFailures() {}

    /** How a job without a result has ended. */
    sealed interface Meaning {

        record Cancelled() implements Meaning {}

        record Lost(String reason) implements Meaning {}
    }

    /**
     * @param stopping whether running jobs were asked to end
     * @param timeout of one attempt's process
     * @param attempts that were allowed
     */
    static Meaning of(Throwable failure, boolean stopping, Duration timeout, int attempts) {
        Throwable cause =
                failure instanceof ActivityFailure && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CanceledFailure) {
            // Nobody's fault: it was asked to end, and did.
            return new Meaning.Cancelled();
        }
        if (cause instanceof TimeoutFailure timedOut) {
            return timedOut(timedOut, stopping, timeout, attempts);
        }
        if (cause instanceof ApplicationFailure application) {
            // The worker's environment (disk, killed process) after all attempts, or a request that can never work.
            return new Meaning.Lost(said(application.getOriginalMessage(), application.getType()));
        }
        // Neither the processor's nor the worker's doing, such as a payload that can't be read.
        return new Meaning.Lost(said(cause.getMessage(), cause.getClass().getSimpleName()));
    }

    private static Meaning timedOut(TimeoutFailure failure, boolean stopping, Duration timeout, int attempts) {
        if (stopping) {
            // Its worker was gone when it was asked to end, so nobody was left to say that it has.
            return new Meaning.Cancelled();
        }
        return switch (failure.getTimeoutType()) {
            // The processor is too slow for its time limit, and the worker did not end it in time either.
            case TIMEOUT_TYPE_START_TO_CLOSE ->
                new Meaning.Lost("The processor had no result within its timeout of " + timeout.toSeconds() + " s.");
            // The worker host died or lost its network, each time.
            case TIMEOUT_TYPE_HEARTBEAT -> new Meaning.Lost("The worker was lost (" + attempts + " attempts).");
            // No other timeout is set; the engine's own words help most.
            case TIMEOUT_TYPE_SCHEDULE_TO_START,
                    TIMEOUT_TYPE_SCHEDULE_TO_CLOSE,
                    TIMEOUT_TYPE_UNSPECIFIED,
                    UNRECOGNIZED -> new Meaning.Lost(said(failure.getOriginalMessage(), "timeout"));
        };
    }

    private static String said(@Nullable String message, @Nullable String otherwise) {
        if (message != null && !message.isBlank()) {
            return message;
        }
        return "The job failed without a message (" + (otherwise == null ? "unknown" : otherwise) + ").";
    }
}
