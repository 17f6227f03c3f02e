package org.quire.workflows.workspace;

import org.jspecify.annotations.Nullable;

/**
 * Input of {@link WorkspaceWorkflow}.
 *
 * @param carried what an earlier execution hands on when it continues as new; null at the start
 */
public record WorkspaceInput(
        WorkspaceRef workspace, @Nullable WorkspaceCarry carried) {

    public static WorkspaceInput start(WorkspaceRef workspace) {
        return new WorkspaceInput(workspace, null);
    }
}
