package org.quire.workflows.engine;

import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/**
 * How long the engine's own activities may take and how they are retried. A workflow can't read configuration, and a change of
 * these alters nothing that a replay compares.
 */
public final class EngineTimeouts {

    /** One attempt to tell the workspace's owner something; also the silence after which a worker that commits counts as lost. */
    public static final Duration SHORT = Duration.ofSeconds(10);

    /** How long a report is tried to be written; the run's result is in its history anyway. */
    public static final Duration ARCHIVE_PATIENCE = Duration.ofHours(1);

    /** What the worker may take beyond the processor's own timeout, which it enforces itself: sandbox, grace, publishing. */
    public static final Duration JOB_MARGIN = Duration.ofSeconds(60);

    /** To publish what came back from outside: files are renamed, not copied. */
    public static final Duration COLLECT = Duration.ofMinutes(10);

    /** How long the sandbox of a job without a result is tried to be removed; the end of the run removes it too. */
    public static final Duration DISCARD_PATIENCE = Duration.ofSeconds(10);

    /** After this silence the farewell is told again, in case that the workspace's owner was terminated. */
    public static final Duration FAREWELL_PATIENCE = Duration.ofMinutes(2);

    /** One attempt to deliver a callback. */
    public static final Duration CALLBACK_ATTEMPT = Duration.ofSeconds(30);

    /** After this a callback is given up. */
    public static final Duration CALLBACK_PATIENCE = Duration.ofHours(24);

    /** One attempt to fetch the input files of a job, which may be all images of a book; each file has a limit of its own. */
    public static final Duration FETCH_ATTEMPT = Duration.ofHours(24);

    /** One checkup of all workspaces, each file of which may be read. */
    public static final Duration CHECKUP = Duration.ofDays(7);

    private EngineTimeouts() {}

    /**
     * Options of messages to a workspace: tried until they are delivered, since nothing goes on without them.
     *
     * @param summary what the message says, for people
     */
    public static ActivityOptions message(String summary) {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ENGINE)
                .setStartToCloseTimeout(SHORT)
                .setRetryOptions(backOff(Duration.ofMinutes(1)))
                .setSummary(summary)
                .build();
    }

    /** Options of writing a report. */
    public static ActivityOptions archive() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ENGINE)
                .setStartToCloseTimeout(Duration.ofMinutes(1))
                .setScheduleToCloseTimeout(ARCHIVE_PATIENCE)
                .setRetryOptions(backOff(Duration.ofMinutes(1)))
                .build();
    }

    /** Options of delivering a callback. */
    public static ActivityOptions callback() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ENGINE)
                .setStartToCloseTimeout(CALLBACK_ATTEMPT)
                .setScheduleToCloseTimeout(CALLBACK_PATIENCE)
                .setRetryOptions(backOff(Duration.ofMinutes(10)))
                .build();
    }

    /**
     * Options of fetching remote files. Attempts are counted, since their time would run out while others of a large run are
     * waited for; ten of them, with up to a minute in between, last some four minutes.
     */
    public static ActivityOptions fetch(int attempts) {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.FETCH)
                .setStartToCloseTimeout(FETCH_ATTEMPT)
                .setRetryOptions(backOff(Duration.ofMinutes(1)).toBuilder()
                        .setMaximumAttempts(attempts)
                        .build())
                .build();
    }

    /** Options of a checkup. */
    public static ActivityOptions checkup() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ENGINE)
                .setStartToCloseTimeout(CHECKUP)
                .setHeartbeatTimeout(SHORT)
                .setRetryOptions(backOff(Duration.ofMinutes(1)).toBuilder()
                        .setMaximumAttempts(3)
                        .build())
                .build();
    }

    private static RetryOptions backOff(Duration longest) {
        return RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofSeconds(1))
                .setBackoffCoefficient(2)
                .setMaximumInterval(longest)
                .build();
    }
}
