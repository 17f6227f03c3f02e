package org.quire.workflows.run;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
    private final Ends ends;
    private final Map<JobId, Consumer<String>> inFlight = new LinkedHashMap<>();
    private boolean interrupted;

    /** Is told once how each activity ended: with a result, or else with a failure. */
    interface Ends {

        void ended(JobId job, @Nullable JobResult result, @Nullable RuntimeException failure);
    }

    JobLauncher(RunPlan plan, Ends ends) {
        this.plan = plan;
        this.ends = ends;
    }

    void launch(JobId job, List<MetsFile> earlierFiles) {
        JobRequest request = request(job, earlierFiles);
        switch (step(job).agentOrWorker()) {
            case WORKER, SERVER -> run(job, request);
            case EXTERNAL -> {
                var external = ExternalJob.launch(request, plan.options(), summary(job));
                inFlight.put(job, external::interrupt);
                external.end().handle((result, failure) -> ended(job, result, failure));
            }
        }
    }

    private void run(JobId job, JobRequest request) {
        JobActivity activity = Workflow.newActivityStub(JobActivity.class, options(job));
        CancellationScope scope = Workflow.newCancellationScope(
                () -> Async.function(activity::run, request).handle((result, failure) -> ended(job, result, failure)));
        inFlight.put(job, scope::cancel);
        scope.run();
    }

    private JobId ended(JobId job, @Nullable JobResult result, @Nullable RuntimeException failure) {
        inFlight.remove(job);
        ends.ended(job, result, failure);
        return job;
    }

    /** Asks all jobs in flight to end; once is enough, since nothing is launched afterwards. */
    void interrupt() {
        if (interrupted) {
            return;
        }
        interrupted = true;
        List.copyOf(inFlight.values()).forEach(interruption -> interruption.accept("The run was stopped."));
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

    private JobRequest request(JobId job, List<MetsFile> earlierFiles) {
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
                plan.options().overwrite(),
                step.timeout(),
                plan.options().stopGrace());
    }
}
