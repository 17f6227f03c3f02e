package org.quire.workflows.workspace;

import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import org.quire.workflows.engine.EngineTimeouts;
import org.quire.workflows.engine.TaskQueues;

/** How the owner of a workspace calls its activities: retried for ever with back-off, except what can never work. */
final class WorkspaceActivities {

    private static final RetryOptions FOR_EVER = RetryOptions.newBuilder()
            .setInitialInterval(Duration.ofSeconds(1))
            .setBackoffCoefficient(2)
            .setMaximumInterval(Duration.ofSeconds(30))
            .setDoNotRetry(MetsCommit.IMPOSSIBLE)
            .build();

    private WorkspaceActivities() {}

    static MetsCommit commit(int additions) {
        String summary = additions == 1 ? "1 result" : additions + " results";
        return Workflow.newActivityStub(
                MetsCommit.class,
                options(Duration.ofMinutes(5), summary).toBuilder()
                        .setHeartbeatTimeout(EngineTimeouts.SHORT)
                        .build());
    }

    static RunLookup lookup(String summary) {
        return Workflow.newActivityStub(RunLookup.class, options(Duration.ofMinutes(1), summary));
    }

    static OrphanLookup orphans() {
        return Workflow.newActivityStub(OrphanLookup.class, options(Duration.ofMinutes(1), "runs of a lost owner"));
    }

    private static ActivityOptions options(Duration timeout, String summary) {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ENGINE)
                .setStartToCloseTimeout(timeout)
                .setRetryOptions(FOR_EVER)
                .setSummary(summary)
                .build();
    }
}
