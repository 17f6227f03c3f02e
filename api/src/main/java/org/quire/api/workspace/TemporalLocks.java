package org.quire.api.workspace;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.List;
import org.quire.api.engine.Engine;
import org.quire.api.engine.EngineConfiguration;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflow;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Locks as the workspace's workflow has them; while none runs, nothing is locked. */
@Component
class TemporalLocks implements LockReader {

    private final WorkflowClient client;

    TemporalLocks(@Qualifier(EngineConfiguration.CLIENT) WorkflowClient client) {
        this.client = client;
    }

    @Override
    public List<WorkspaceLocks.Entry> of(WorkspaceRef workspace) {
        try {
            return Engine.call(() -> ask(workspace.workflowId()));
        } catch (WorkflowNotFoundException e) {
            return List.of();
        }
    }

    private List<WorkspaceLocks.Entry> ask(String workflowId) {
        WorkflowExecutionStatus status =
                client.newUntypedWorkflowStub(workflowId).describe().getStatus();
        boolean runs = status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
                || status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
        return runs
                ? client.newWorkflowStub(WorkspaceWorkflow.class, workflowId)
                        .locks()
                        .entries()
                : List.of();
    }
}
