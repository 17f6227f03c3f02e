package org.quire.workflows.workspace;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** The mutex of one workspace and the only writer of its {@code mets.xml}; its workflow id is {@link WorkspaceRef#workflowId()}. */
@WorkflowInterface
public interface WorkspaceWorkflow {

    /** Runs until nothing is held, awaited or to be committed; {@link WorkspaceMailbox} starts it again when needed. */
    @WorkflowMethod(name = "Workspace")
    void run(WorkspaceInput input);

    @SignalMethod(name = "message")
    void message(WorkspaceMessage message);

    @QueryMethod(name = "locks")
    WorkspaceLocks locks();

    /** Whether a run that arrived now would have to wait for any of these pages. */
    @QueryMethod(name = "heldBack")
    boolean isHeldBack(PageNeeds needs);
}
