package org.quire.workflows.callback;

import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import org.quire.workflows.engine.TaskQueues;

/**
 * Starts callbacks from within a workflow. They outlive it; it has only to wait until those it began have started
 * ({@link #starting()} is 0) before it ends.
 */
public final class CallbackStarter {

    private int starting;

    /** How many were begun and have not started yet. */
    public int starting() {
        return starting;
    }

    /** @param started is run once it has started */
    public void start(Callback callback, Runnable started) {
        CallbackWorkflow child = Workflow.newChildWorkflowStub(
                CallbackWorkflow.class,
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId("callback/" + callback.jobId())
                        .setTaskQueue(TaskQueues.ENGINE)
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
                        .setStaticSummary(callback.state() + " to " + callback.url())
                        .build());
        Async.procedure(child::deliver, callback);
        starting++;
        // One of the same id that is already under way tells the client as well, so a refused start is fine.
        Workflow.getWorkflowExecution(child).handle((execution, refused) -> {
            starting--;
            started.run();
            return callback;
        });
    }
}
