package org.quire.activities.workspace;

import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.BatchRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.workspace.WorkspaceInput;
import org.quire.workflows.workspace.WorkspaceMailbox;
import org.quire.workflows.workspace.WorkspaceMessage;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflow;

/** Signals the owner of a workspace, and starts it in the same request if it isn't running. */
public final class SignallingWorkspaceMailbox implements WorkspaceMailbox {

    private final WorkflowClient client;

    public SignallingWorkspaceMailbox(WorkflowClient client) {
        this.client = client;
    }

    @Override
    public void tell(WorkspaceRef workspace, WorkspaceMessage message) {
        WorkflowOptions options = WorkflowOptions.newBuilder()
                .setWorkflowId(workspace.workflowId())
                .setTaskQueue(TaskQueues.ENGINE)
                .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
                .setStaticSummary(workspace.metsPath())
                .build();
        WorkspaceWorkflow owner = client.newWorkflowStub(WorkspaceWorkflow.class, options);
        BatchRequest request = client.newSignalWithStartRequest();
        request.add(owner::run, WorkspaceInput.start(workspace));
        request.add(owner::message, message);
        client.signalWithStart(request);
    }
}
