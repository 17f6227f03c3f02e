package org.quire.api.run;

import java.util.List;
import java.util.Optional;
import org.quire.workflows.run.ResumedRun;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;

/** The door to runs. */
public interface Runs {

    /** Starts a run; nothing has started if this throws an {@link org.quire.api.engine.EngineUnavailable}. */
    void start(RunPlan plan);

    /** @return whether it was started; false if the run that it resumes was resumed before */
    boolean resume(ResumedRun run);

    /** The run as it is now; empty if there is and was no such run. */
    Optional<RunSnapshot> find(RunId run);

    /** The latest runs, newest first. */
    List<RunSummary> recent(int limit);

    /** @return whether there was such a run and it had not ended */
    boolean request(RunId run, Ending ending);

    /** How a client wants a run to end. */
    enum Ending {
        /** Start nothing new, let running jobs end. */
        CANCEL,
        /** Interrupt running jobs. */
        STOP
    }
}
