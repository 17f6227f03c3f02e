package org.quire.workflows.run;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.quire.workflows.workspace.WorkspaceAnswer;

/** One run; its workflow id is {@link RunId#workflowId()}. */
@WorkflowInterface
public interface OcrRunWorkflow {

    String CANCEL = "cancel";
    String STOP = "stop";

    /** Executes the plan to its end; the result is the final status (the run's failure is a status, not an exception). */
    @WorkflowMethod(name = "OcrRun")
    RunStatus run(RunInput input);

    /** Start nothing new, let running jobs end, keep what succeeded. */
    @SignalMethod(name = CANCEL)
    void cancel();

    /** Interrupt running jobs now; what succeeded before stays. */
    @SignalMethod(name = STOP)
    void stop();

    /** From the workspace's owner: pages granted, results committed, or a dependency that failed. */
    @SignalMethod(name = "workspaceAnswer")
    void workspaceAnswer(WorkspaceAnswer answer);

    @QueryMethod(name = "progress")
    RunProgressView progress();

    @QueryMethod(name = "status")
    RunStatus status();

    @QueryMethod(name = "plan")
    RunPlan plan();
}
