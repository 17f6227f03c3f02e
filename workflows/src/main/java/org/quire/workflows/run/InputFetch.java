package org.quire.workflows.run;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.EngineTimeouts;
import org.quire.workflows.fetch.FetchRequest;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.fetch.FileFetch;
import org.quire.workflows.job.JobId;

/** Fetches the remote input files of a job before it starts; knows which jobs need that and what a failure of it means. */
final class InputFetch {

    private final RunPlan plan;

    InputFetch(RunPlan plan) {
        this.plan = plan;
    }

    /**
     * The groups whose files a job has to wait for; empty: it may start at once.
     *
     * @param earlierFiles what the run has for the job's unit: a group that is among it was fetched by an earlier step
     */
    List<String> groups(JobId job, List<MetsFile> earlierFiles) {
        FetchPlan fetch = plan.fetch();
        if (fetch == null || !fetch.concerns(job.unit())) {
            return List.of();
        }
        return plan.steps().get(job.step()).inputGroups().stream()
                .filter(fetch.groups()::contains)
                .filter(group ->
                        earlierFiles.stream().noneMatch(file -> file.fileGroup().equals(group)))
                .distinct()
                .toList();
    }

    /** Begins to fetch; to be called in the scope that cancels it. */
    Promise<FetchResult> begin(JobId job, List<String> groups) {
        List<String> pages = List.copyOf(plan.units().pages(job.unit()));
        FileFetch fetch = Workflow.newActivityStub(FileFetch.class, options(job, groups));
        return Async.function(fetch::fetch, new FetchRequest(job, plan.workspace(), groups, pages));
    }

    private ActivityOptions options(JobId job, List<String> groups) {
        FetchPlan fetch = plan.fetch();
        int attempts = fetch == null ? 1 : fetch.attempts();
        List<String> pages = plan.units().pages(job.unit());
        String more = pages.size() > 1 ? ".." + pages.get(pages.size() - 1) : "";
        return ActivityOptions.newBuilder(EngineTimeouts.fetch(attempts))
                .setHeartbeatTimeout(plan.options().heartbeatTimeout())
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .setSummary("fetch " + String.join(",", groups) + " " + pages.get(0) + more)
                .build();
    }

    /**
     * Why a job can't run for want of its files.
     *
     * @return null if the fetch was cancelled, or its worker was gone when it was to be: no failure of the job
     */
    @Nullable
    String reason(RuntimeException failure, boolean interrupted) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof CanceledFailure || interrupted && cause instanceof TimeoutFailure) {
            return null;
        }
        String said = cause instanceof ApplicationFailure application ? application.getOriginalMessage() : null;
        if (cause instanceof TimeoutFailure) {
            said = "The worker that fetched the input files was lost, each time.";
        }
        return said == null || said.isBlank() ? "The input files could not be fetched: " + cause.getMessage() : said;
    }
}
