package org.quire.workflows.run;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import org.quire.workflows.job.JobId;

/** Asks Temporal which jobs of a run are in the hands of a worker. */
@ActivityInterface
public interface StartedJobs {

    /**
     * The jobs that a worker has now. Those that wait for their first worker or for another attempt are not among them.
     *
     * @throws RuntimeException if that can't be said yet, such as of a job whose worker has not named it so far
     */
    @ActivityMethod(name = "FindStartedJobs")
    List<JobId> started(RunId run);
}
