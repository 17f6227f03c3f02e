package org.quire.workflows.job;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Runs a processor on one unit of pages; hosted on the task queue of its processor. */
@ActivityInterface
public interface JobActivity {

    /**
     * Sandbox, run, publish. Heartbeats while the process lives; on cancellation the process group is ended and nothing is
     * published.
     *
     * @throws RuntimeException for what may work next time (a signal-killed process, a lost warm process, a full disk): the
     *     retry policy decides
     */
    @ActivityMethod(name = "RunProcessor")
    JobResult run(JobRequest request);
}
