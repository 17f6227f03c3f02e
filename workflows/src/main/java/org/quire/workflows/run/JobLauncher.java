package org.quire.workflows.run;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.EngineTimeouts;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/** Hands jobs to Temporal as activities and interrupts them; each has its own cancellation scope. */
final class JobLauncher {

    private final RunPlan plan;
    private final Ends ends;
    private final Map<JobId, CancellationScope> inFlight = new LinkedHashMap<>();
    private final Set<JobId> withdrawn = new HashSet<>();
    private boolean interrupted;

    /** Is told once how each activity ended: with a result, or else with a failure. */
    interface Ends {

        void ended(JobId job, @Nullable JobResult result, @Nullable RuntimeException failure);
    }

    JobLauncher(RunPlan plan, Ends ends) {
        this.plan = plan;
        this.ends = ends;
    }

    /** @param again whether the job may have been done before, so that it may replace what it finds */
    void launch(JobId job, List<MetsFile> earlierFiles, boolean again) {
        JobActivity activity = Workflow.newActivityStub(JobActivity.class, options(job));
        JobRequest request = request(job, earlierFiles, again);
        CancellationScope scope = Workflow.newCancellationScope(
                () -> Async.function(activity::run, request).handle((result, failure) -> {
                    inFlight.remove(job);
                    ends.ended(job, result, failure);
                    return job;
                }));
        inFlight.put(job, scope);
        scope.run();
    }

    /** Asks all jobs in flight to end; once is enough, since nothing is launched afterwards. */
    void interrupt() {
        if (interrupted) {
            return;
        }
        interrupted = true;
        List.copyOf(inFlight.values()).forEach(scope -> scope.cancel("The run was stopped."));
    }

    /** Asks those jobs in flight to end that are not among the given ones. */
    void withdrawAllBut(Collection<JobId> started) {
        Set<JobId> kept = new HashSet<>(started);
        for (JobId job : List.copyOf(inFlight.keySet())) {
            CancellationScope scope = inFlight.get(job);
            if (scope != null && !kept.contains(job) && withdrawn.add(job)) {
                scope.cancel("No worker had taken the job when the run was cancelled.");
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
        PlannedStep step = plan.steps().get(job.step());
        RunOptions options = plan.options();
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.ofProcessor(step.processor()))
                .setStartToCloseTimeout(step.timeout().plus(EngineTimeouts.JOB_MARGIN))
                .setHeartbeatTimeout(options.heartbeatTimeout())
                .setRetryOptions(RetryOptions.newBuilder()
                        .setMaximumAttempts(options.maxAttempts())
                        .build())
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .setSummary(summary(job, step))
                .build();
    }

    private String summary(JobId job, PlannedStep step) {
        List<String> pages = plan.units().pages(job.unit());
        String named = pages.size() == 1 ? pages.get(0) : pages.get(0) + ".." + pages.get(pages.size() - 1);
        return "step " + (job.step() + 1) + "/" + plan.steps().size() + " " + step.processor() + " " + named;
    }

    private JobRequest request(JobId job, List<MetsFile> earlierFiles, boolean again) {
        PlannedStep step = plan.steps().get(job.step());
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
