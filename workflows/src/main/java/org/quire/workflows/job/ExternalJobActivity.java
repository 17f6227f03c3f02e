package org.quire.workflows.job;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Runs a processor on one unit of pages outside of Quire; hosted on a queue of its own, so that nobody takes these for jobs to run. */
@ActivityInterface
public interface ExternalJobActivity {

    /** The name of the activity that waits for a report. */
    String HAND_OUT = "HandOutJob";

    /**
     * Makes the sandbox and leaves. The activity stays open with {@link HandedOut} as its heartbeat details, until a report completes it
     * or its time is up; no worker waits with it.
     */
    @ActivityMethod(name = HAND_OUT)
    JobReport handOut(JobRequest request);

    /** Publishes what was made if success was reported, and removes the sandbox. May be repeated. */
    @ActivityMethod(name = "CollectJob")
    JobResult collect(CollectRequest request);
}
