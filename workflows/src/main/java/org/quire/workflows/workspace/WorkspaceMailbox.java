package org.quire.workflows.workspace;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Delivers messages to the owner of a workspace by signal-with-start, so that none is lost to "not found". */
@ActivityInterface
public interface WorkspaceMailbox {

    @ActivityMethod(name = "TellWorkspace")
    void tell(WorkspaceRef workspace, WorkspaceMessage message);
}
