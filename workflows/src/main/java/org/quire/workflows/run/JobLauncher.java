package org.quire.workflows.run;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.EngineTimeouts;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/** Hands jobs to Temporal as activities and interrupts them, each on its own. */
final class JobLauncher {

    private final RunPlan plan;
    private final InputFetch inputs;
    private final Ends ends;
    private final Map<JobId, Consumer<String>> inFlight = new LinkedHashMap<>();
    private final Set<JobId> withdrawn = new HashSet<>();

    /** Jobs whose input files are being fetched, and such that are done outside: they count as taken. */
    private final Set<JobId> taken = new HashSet<>();

    private boolean interrupted;

    /** Is told once how each activity ended: with a result, or else with a failure. */
    interface Ends {

        void ended(JobId job, @Nullable JobResult result, @Nullable RuntimeException failure);
    }

    JobLauncher(RunPlan plan, Ends ends) {
        this.plan = plan;
        this.inputs = new InputFetch(plan);
        this.ends = ends;
    }

    /** @param again whether the job may have been done before, so that it may replace what it finds */
    void launch(JobId job, List<MetsFile> earlierFiles, boolean again) {
        List<String> remote = inputs.groups(job, earlierFiles);
        if (remote.isEmpty()) {
            start(job, earlierFiles, List.of(), again);
        } else {
            fetchAndStart(job, earlierFiles, remote, again);
        }
    }

    private void fetchAndStart(JobId job, List<MetsFile> earlierFiles, List<String> groups, boolean again) {
        taken.add(job);
        begin(
                job,
                () -> inputs.begin(job, groups).handle((result, failure) -> {
                    taken.remove(job);
                    inFlight.remove(job);
                    String reason = failure == null ? result.failure() : inputs.reason(failure, isCalledBack(job));
                    if (reason != null) {
                        ends.ended(job, JobResult.failure(job, reason, null), null);
                    } else if (failure != null || isCalledBack(job)) {
                        ends.ended(job, null, failure == null ? new CanceledFailure("The run was ended.") : failure);
                    } else {
                        start(job, earlierFiles, result.files(), again);
                    }
                    return job;
                }));
    }

    private void start(JobId job, List<MetsFile> earlierFiles, List<MetsFile> fetched, boolean again) {
        List<MetsFile> known = fetched.isEmpty()
                ? earlierFiles
                : Stream.concat(earlierFiles.stream(), fetched.stream()).toList();
        JobRequest request = request(job, known, again);
        switch (step(job).agentOrWorker()) {
            case WORKER, SERVER -> {
                JobActivity activity = Workflow.newActivityStub(JobActivity.class, options(job));
                begin(
                        job,
                        () -> Async.function(activity::run, request)
                                .handle((result, failure) -> ended(job, result, fetched, failure)));
            }
            case EXTERNAL -> {
                var external = ExternalJob.launch(request, plan.options(), summary(job));
                // Whether anybody outside works on it, Temporal can't say.
                taken.add(job);
                inFlight.put(job, external::interrupt);
                external.end().handle((result, failure) -> ended(job, result, fetched, failure));
            }
        }
    }

    private JobId ended(
            JobId job, @Nullable JobResult result, List<MetsFile> fetched, @Nullable RuntimeException failure) {
        inFlight.remove(job);
        ends.ended(job, result == null ? null : result.withInputs(fetched), failure);
        return job;
    }

    /** Detached: what is begun when an activity ends would else belong to the run's own scope, which Temporal may cancel. */
    private void begin(JobId job, Runnable activity) {
        CancellationScope scope = Workflow.newDetachedCancellationScope(activity);
        inFlight.put(job, scope::cancel);
        scope.run();
    }

    /** Asks all jobs in flight to end; once is enough, since nothing is launched afterwards. */
    void interrupt() {
        if (interrupted) {
            return;
        }
        interrupted = true;
        List.copyOf(inFlight.values()).forEach(interruption -> interruption.accept("The run was stopped."));
    }

    /** Asks those jobs in flight to end that are not among the given ones. */
    void withdrawAllBut(Collection<JobId> started) {
        Set<JobId> kept = new HashSet<>(started);
        for (JobId job : List.copyOf(inFlight.keySet())) {
            Consumer<String> interruption = inFlight.get(job);
            boolean keep = kept.contains(job) || taken.contains(job);
            if (interruption != null && !keep && withdrawn.add(job)) {
                interruption.accept("No worker had taken the job when the run was cancelled.");
            }
        }
    }

    /** Whether a job was asked to end. */
    boolean isCalledBack(JobId job) {
        return interrupted || withdrawn.contains(job);
    }

    int inFlight() {
        return inFlight.size();
    }

    private ActivityOptions options(JobId job) {
        PlannedStep step = step(job);
        RunOptions options = plan.options();
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.of(step.agentOrWorker(), step.processor()))
                .setStartToCloseTimeout(step.timeout().plus(EngineTimeouts.JOB_MARGIN))
                .setHeartbeatTimeout(options.heartbeatTimeout())
                .setRetryOptions(RetryOptions.newBuilder()
                        .setMaximumAttempts(options.maxAttempts())
                        .build())
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .setSummary(summary(job))
                .build();
    }

    private PlannedStep step(JobId job) {
        return plan.steps().get(job.step());
    }

    private String summary(JobId job) {
        List<String> pages = plan.units().pages(job.unit());
        String named = pages.size() == 1 ? pages.get(0) : pages.get(0) + ".." + pages.get(pages.size() - 1);
        return "step " + (job.step() + 1) + "/" + plan.steps().size() + " "
                + step(job).processor() + " " + named;
    }

    private JobRequest request(JobId job, List<MetsFile> earlierFiles, boolean again) {
        PlannedStep step = step(job);
        List<String> pages = List.copyOf(plan.units().pages(job.unit()));
        return new JobRequest(
                job,
                job.step() + 1,
                plan.workspace(),
                step.processor(),
                step.inputGroups(),
                step.outputGroups(),
                step.parameters(),
                pages,
                plan.units().wholeWorkspace()
                        && pages.size() == plan.units().pages().size(),
                earlierFiles,
                plan.options().overwrite() || again,
                step.timeout(),
                plan.options().stopGrace());
    }
}
