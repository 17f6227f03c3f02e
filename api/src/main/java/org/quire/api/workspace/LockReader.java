package org.quire.api.workspace;

import java.util.List;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.quire.workflows.workspace.WorkspaceRef;

/** Asks the owner of a workspace for its locks. */
interface LockReader {

    /** Entries in order of arrival; empty if the workspace is idle. */
    List<WorkspaceLocks.Entry> of(WorkspaceRef workspace);
}
