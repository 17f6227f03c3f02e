package org.quire.workflows.workspace;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import org.quire.workflows.run.RunId;

/** Asks Temporal, for the owner of a workspace that has just started, whether an owner before it was ended with its memory. */
@ActivityInterface
public interface OrphanLookup {

    /**
     * The runs of the workspace that go on, in order of their start, if the owner before was terminated, failed or timed out; none if
     * there was no owner before or it came to its own end.
     */
    @ActivityMethod(name = "FindOrphanedRuns")
    List<RunId> orphans(WorkspaceRef workspace);
}
