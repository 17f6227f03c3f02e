package org.quire.workflows.run;

import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import org.quire.workflows.engine.EngineTimeouts;

/**
 * Calls back the jobs that no worker has, once a run starts nothing new: at once, and again as long as jobs are in flight, since a job
 * whose worker is lost waits for another one. A job that a worker takes in the very moment is called back, too, and ends as if
 * it had been stopped.
 */
final class Withdrawal {

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final RunId run;
    private final JobLauncher jobs;
    private final Runnable news;
    private final StartedJobs lookup =
            Workflow.newActivityStub(StartedJobs.class, EngineTimeouts.message("which jobs have a worker"));
    private Duration pause = FIRST_PAUSE;
    private boolean asking;
    private boolean asked;
    private boolean pausing;

    Withdrawal(RunId run, JobLauncher jobs, Runnable news) {
        this.run = run;
        this.jobs = jobs;
        this.news = news;
    }

    /**
     * Asks if it is time to; returns at once. All is begun here and nothing in the callbacks, which run in the run's own scope that
     * Temporal may have cancelled.
     */
    void turn() {
        if (asked && !pausing) {
            asked = false;
            pausing = true;
            Workflow.newTimer(pause).thenApply(over -> {
                pausing = false;
                news.run();
                return over;
            });
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
        if (!asking && !pausing && jobs.inFlight() > 0) {
            ask();
        }
    }

    private void ask() {
        asking = true;
        Async.function(lookup::started, run).handle((started, failure) -> {
            asking = false;
            asked = true;
            if (failure == null) {
                jobs.withdrawAllBut(started);
            }
            news.run();
            return run;
        });
    }
}
