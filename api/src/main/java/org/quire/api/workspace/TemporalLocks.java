package org.quire.api.workspace;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.quire.api.engine.Engine;
import org.quire.api.engine.EngineConfiguration;
import org.quire.workflows.engine.ExecutionStatuses;
import org.quire.workflows.workspace.PageNeeds;
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
        return ask(workspace, owner -> owner.locks().entries()).orElse(List.of());
    }

    @Override
    public boolean isHeldBack(WorkspaceRef workspace, PageNeeds needs) {
        return ask(workspace, owner -> owner.isHeldBack(needs)).orElse(false);
    }

    /** Empty while the workspace has no owner. */
    private <T> Optional<T> ask(WorkspaceRef workspace, Function<WorkspaceWorkflow, T> question) {
        try {
            return Engine.call(() -> isOwned(workspace)
                    ? Optional.of(
                            question.apply(client.newWorkflowStub(WorkspaceWorkflow.class, workspace.workflowId())))
                    : Optional.empty());
        } catch (WorkflowNotFoundException e) {
            return Optional.empty();
        }
    }

    private boolean isOwned(WorkspaceRef workspace) {
        return ExecutionStatuses.isOpen(
                client.newUntypedWorkflowStub(workspace.workflowId()).describe().getStatus());
    }
}
