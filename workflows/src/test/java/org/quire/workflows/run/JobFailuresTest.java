package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.api.enums.v1.RetryState;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.quire.workflows.run.JobFailures.Meaning;

class JobFailuresTest {

    @Test
    void cancelledIsNobodysFault() {
        assertThat(meaning(new CanceledFailure("stopped"), false)).isEqualTo(new Meaning.Cancelled());
    }

    @Test
    void namesTheTimeLimitThatWasMissed() {
        assertThat(meaning(timeout(TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE), false))
                .isEqualTo(new Meaning.Lost("The processor had no result within its timeout of 300 s."));
    }

    @Test
    void namesALostWorkerWithItsAttempts() {
        assertThat(meaning(timeout(TimeoutType.TIMEOUT_TYPE_HEARTBEAT), false))
                .isEqualTo(new Meaning.Lost("The worker was lost (3 attempts)."));
    }

    @Test
    void aWorkerLostWhileStoppingCountsAsStopped() {
        assertThat(meaning(timeout(TimeoutType.TIMEOUT_TYPE_HEARTBEAT), true)).isEqualTo(new Meaning.Cancelled());
    }

    @Test
    void passesOnWhatTheWorkerSaid() {
        assertThat(meaning(ApplicationFailure.newNonRetryableFailure("No such executable.", "JobImpossible"), false))
                .isEqualTo(new Meaning.Lost("No such executable."));
    }

    @Test
    void namesTheTypeOfAFailureWithoutAMessage() {
        assertThat(meaning(ApplicationFailure.newFailure("", "java.io.IOException"), false))
                .isEqualTo(new Meaning.Lost("The job failed without a message (java.io.IOException)."));
    }

    @Test
    void passesOnFailuresOfTheEngine() {
        assertThat(JobFailures.of(new IllegalStateException("bad payload"), false, Duration.ofMinutes(5), 3))
                .isEqualTo(new Meaning.Lost("bad payload"));
    }

    private static TimeoutFailure timeout(TimeoutType type) {
        return new TimeoutFailure("activity timeout", null, type);
    }

    private static Meaning meaning(Exception cause, boolean stopping) {
        var failure = new ActivityFailure(
                "failed", 1, 2, "RunProcessor", "id", RetryState.RETRY_STATE_MAXIMUM_ATTEMPTS_REACHED, "me", cause);
        return JobFailures.of(failure, stopping, Duration.ofMinutes(5), 3);
    }
}
