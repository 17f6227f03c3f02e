package org.quire.workflows.run;

import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackWorkflow;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;

/** Starts the callbacks of a run as workflows of their own, which outlive it. */
final class RunCallbacks {

    private final RunPlan plan;
    private int starting;

    RunCallbacks(RunPlan plan) {
        this.plan = plan;
    }

    /** Whether all callbacks asked for are on their way. */
    boolean isQuiet() {
        return starting == 0;
    }

    void jobEnded(JobId job, JobState state) {
        start(plan.options().callbackUrl(), job.toString(), state.name());
    }

    void runEnded(RunState state) {
        start(plan.options().workflowCallbackUrl(), plan.runId().value(), state.name());
    }

    private void start(@Nullable String url, String id, String state) {
        if (url == null) {
            return;
        }
        starting++;
        CallbackWorkflow callback = Workflow.newChildWorkflowStub(
                CallbackWorkflow.class,
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId("callback/" + id)
                        .setTaskQueue(TaskQueues.ENGINE)
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
                        .build());
        Async.procedure(
                callback::deliver, new Callback(url, id, state, plan.workspace().metsPath()));
        Workflow.getWorkflowExecution(callback).handle((execution, failure) -> {
            starting--;
            return null;
        });
    }
}
