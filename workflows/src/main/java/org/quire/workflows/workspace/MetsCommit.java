package org.quire.workflows.workspace;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import org.quire.mets.MetsAddition;

/** Writes results into {@code mets.xml}; called by the workspace's owner alone, one call at a time. Repeating a call changes nothing. */
@ActivityInterface
public interface MetsCommit {

    /** The failure type, not retried, of a commit that can never work (the METS is gone or broken). */
    String IMPOSSIBLE = "CommitImpossible";

    @ActivityMethod(name = "CommitToMets")
    void commit(WorkspaceRef workspace, List<MetsAddition> additions);
}
