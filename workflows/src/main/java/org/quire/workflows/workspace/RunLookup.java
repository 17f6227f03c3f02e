package org.quire.workflows.workspace;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import org.quire.workflows.run.RunId;

/** Asks Temporal and the reports about runs, for the owner of a workspace. */
@ActivityInterface
public interface RunLookup {

    /** Those of the given runs that are over or unknown to Temporal: their pages may be freed. */
    @ActivityMethod(name = "FindEndedRuns")
    List<RunId> ended(List<RunId> runs);

    /** Where each job or run of these ids stands, in the order asked. */
    @ActivityMethod(name = "LookUpDependencies")
    List<DependencyState> dependencies(List<String> jobOrRunIds);

    /** Where one dependency stands. */
    record DependencyState(String id, Standing standing) {}

    enum Standing {
        PENDING,
        SUCCEEDED,
        /** Ended without success, or unknown. */
        FAILED
    }
}
