package org.quire.activities.job;

import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import org.quire.activities.process.Deadline;
import org.quire.activities.process.Outcome;
import org.quire.activities.sandbox.Sandbox;
import org.quire.activities.sandbox.SandboxRefusal;
import org.quire.activities.temporal.Attempt;
import org.quire.mets.Mets;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsException;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/**
 * Runs one processor's jobs, each in a sandbox. What a job made is in the workspace if, and only if, it succeeded.
 *
 * <p>One instance serves all jobs of the processor whose launcher it has.
 */
public final class ProcessorJob implements JobActivity {

    /** The failure type, retried, of a process that was lost through no word of the processor. */
    public static final String PROCESS_KILLED = "ProcessKilled";

    /** The failure type, retried, of a job that was interrupted because its worker stops. */
    public static final String WORKER_STOPPED = "WorkerStopped";

    private final Launcher launcher;
    private final JobFiles files;
    private final DataLayout layout;
    private final String worker;
    private final Clock clock;

    /** @param worker the name of this worker host */
    public ProcessorJob(Launcher launcher, MetsCache metsCache, DataLayout layout, String worker, Clock clock) {
        this.launcher = launcher;
        this.files = new JobFiles(metsCache);
        this.layout = layout;
        this.worker = worker;
        this.clock = clock;
    }

    @Override
    public JobResult run(JobRequest request) {
        try {
            // The heartbeat's detail is how a pending activity is known as this job's: its own id is Temporal's.
            return attempt(request, Attempt.current(request.jobId().toString()));
        } catch (SandboxRefusal | MetsException e) {
            return JobResult.failure(request.jobId(), String.valueOf(e.getMessage()), null);
        } catch (NoSuchFileException e) {
            if (e.getFile().equals(request.workspace().metsPath())) {
                return JobResult.failure(request.jobId(), "Expected " + e.getFile() + ", but it is gone.", null);
            }
            throw Activity.wrap(e);
        } catch (IOException e) {
            throw Activity.wrap(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApplicationFailure.newFailure("The worker host " + worker + " was stopped.", WORKER_STOPPED);
        }
    }

    private JobResult attempt(JobRequest request, Attempt attempt) throws IOException, InterruptedException {
        // It may have been given up since it was handed out, such as while this machine slept: it must not clear away
        // what the one in its place has.
        attempt.mustCount();
        var log = new JobLog(layout.jobLog(request.jobId()));
        log.open(attempt.number(), worker, clock.instant(), summary(request));
        Sandbox sandbox = files.open(request, attempt.number());
        try {
            var launch = new Launch(request, attempt.number(), sandbox, log, Deadline.in(request.timeout()));
            return launch(launch, attempt);
        } finally {
            sandbox.remove();
        }
    }

    private JobResult launch(Launch launch, Attempt attempt) throws IOException, InterruptedException {
        JobRequest request = launch.request();
        Mets before = Mets.read(launch.sandbox().mets());
        long start = System.nanoTime();
        Outcome outcome = launcher.launch(launch, attempt);
        var wall = Duration.ofNanos(System.nanoTime() - start);
        return switch (outcome) {
            case Outcome.Succeeded succeeded -> {
                // Nor may it publish then.
                attempt.mustCount();
                yield files.publish(
                        request, launch.sandbox(), before, launch.log(), usage(launch, wall, succeeded.cost()));
            }
            case Outcome.Failed failed ->
                JobResult.failure(
                        request.jobId(),
                        request.processor() + " failed with " + failed.reason(),
                        usage(launch, wall, failed.cost()));
            case Outcome.TimedOut timedOut ->
                JobResult.failure(
                        request.jobId(),
                        request.processor() + " was ended by its timeout of "
                                + request.timeout().toSeconds() + " s.",
                        usage(launch, wall, timedOut.cost()));
            case Outcome.Lost lost -> throw ApplicationFailure.newFailure(lost.how(), PROCESS_KILLED);
        };
    }

    private JobResult.Usage usage(Launch launch, Duration wall, Outcome.Cost cost) {
        return new JobResult.Usage(
                worker, launch.attempt(), launcher.isWarm(), wall, cost.cpu(), cost.peakMemoryBytes());
    }

    private String summary(JobRequest request) {
        return CommandLine.summary(request) + (launcher.isWarm() ? " (warm)" : "");
    }
}
