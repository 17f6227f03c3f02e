package org.quire.workflows.run;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.workspace.WorkspaceMailbox;

/** The activities that a run calls, with their time limits and retries. */
final class RunActivities {

    /** Time beyond a job's own timeout, which its worker keeps, until Temporal gives the attempt up. */
    private static final Duration JOB_MARGIN = Duration.ofMinutes(1);

    /** One attempt of a call that only talks to Temporal or writes a small file. */
    private static final Duration ENGINE_CALL = Duration.ofSeconds(30);

    /** Without an end: the engine or its disk will be back. */
    private static final RetryOptions UNTIL_IT_WORKS = RetryOptions.newBuilder()
            .setInitialInterval(Duration.ofMillis(200))
            .setMaximumInterval(Duration.ofSeconds(20))
            .build();

    private RunActivities() {}

    static WorkspaceMailbox mailbox() {
        return Workflow.newActivityStub(WorkspaceMailbox.class, engineOptions());
    }

    static RunArchive archive() {
        return Workflow.newActivityStub(RunArchive.class, engineOptions());
    }

    private static ActivityOptions engineOptions() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ENGINE)
                .setStartToCloseTimeout(ENGINE_CALL)
                .setRetryOptions(UNTIL_IT_WORKS)
                .build();
    }

    static JobActivity job(RunPlan plan, JobRequest request) {
        RunOptions options = plan.options();
        return Workflow.newActivityStub(
                JobActivity.class,
                ActivityOptions.newBuilder()
                        .setTaskQueue(TaskQueues.ofProcessor(request.processor()))
                        .setStartToCloseTimeout(request.timeout().plus(JOB_MARGIN))
                        .setHeartbeatTimeout(options.heartbeatTimeout())
                        .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofSeconds(1))
                                .setMaximumAttempts(options.maxAttempts())
                                .build())
                        .setSummary(summary(plan, request))
                        .build());
    }

    private static String summary(RunPlan plan, JobRequest request) {
        String pages = request.pages().size() == 1
                ? request.pages().getFirst()
                : request.pages().getFirst() + " and " + (request.pages().size() - 1) + " more";
        return "step " + request.stepNumber() + "/" + plan.steps().size() + " " + request.processor() + " " + pages;
    }
}
