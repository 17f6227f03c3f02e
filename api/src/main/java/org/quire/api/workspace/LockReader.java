package org.quire.api.workspace;

import java.util.List;
import org.quire.workflows.workspace.PageNeeds;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.quire.workflows.workspace.WorkspaceRef;

/** Asks the owner of a workspace for its locks. */
public interface LockReader {

    /** Entries in order of arrival; empty if the workspace is idle. */
    List<WorkspaceLocks.Entry> of(WorkspaceRef workspace);

    /** Whether a run that wanted these pages now would have to wait for others. */
    boolean isHeldBack(WorkspaceRef workspace, PageNeeds needs);
}
