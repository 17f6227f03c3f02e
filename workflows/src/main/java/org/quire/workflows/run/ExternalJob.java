package org.quire.workflows.run;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.engine.EngineTimeouts;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.CollectRequest;
import org.quire.workflows.job.ExternalJobActivity;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/**
 * One job that is run outside: handed out, and, once that has ended in whatever way, collected or thrown away. To its run it is one
 * job with one end.
 */
final class ExternalJob {

    /** Temporal's name for what no retry cures: whoever has the job may still be at it. */
    private static final String OVER_TIME = "TemporalTimeout:StartToClose";

    private final JobRequest request;
    private final RunOptions options;
    private final String summary;
    private final CompletablePromise<JobResult> end = Workflow.newPromise();
    private CancellationScope current;
    private boolean interrupted;

    private ExternalJob(JobRequest request, RunOptions options, String summary) {
        this.request = request;
        this.options = options;
        this.summary = summary;
        current = Workflow.newDetachedCancellationScope(
                () -> Async.function(activity(handOut())::handOut, request).handle((report, failure) -> {
                    handedOutNoMore(report, failure);
                    return true;
                }));
    }

    static ExternalJob launch(JobRequest request, RunOptions options, String summary) {
        var job = new ExternalJob(request, options, summary);
        job.current.run();
        return job;
    }

    Promise<JobResult> end() {
        return end;
    }

    /** Takes the job back. Nobody outside is waited for: a later report finds nothing to complete. */
    void interrupt(String why) {
        interrupted = true;
        current.cancel(why);
    }

    private void handedOutNoMore(@Nullable JobReport report, @Nullable RuntimeException failure) {
        if (report == null) {
            discard(failure == null ? new IllegalStateException("The job was ended without a report.") : failure);
        } else if (interrupted) {
            discard(new CanceledFailure("The run was stopped."));
        } else {
            collect(report);
        }
    }

    /** In a scope that {@link #interrupt} reaches, but, as of all jobs, not the end of the workflow's own. */
    private void collect(JobReport report) {
        current = Workflow.newDetachedCancellationScope(() -> Async.function(
                        activity(collection())::collect, new CollectRequest(request, report))
                .handle((result, failure) -> {
                    if (failure == null) {
                        end.complete(result);
                    } else {
                        discard(failure);
                    }
                    return true;
                }));
        current.run();
    }

    private void discard(RuntimeException failure) {
        Workflow.newDetachedCancellationScope(
                        () -> Async.function(activity(removal())::collect, new CollectRequest(request, null))
                                .handle((done, unable) -> end.completeExceptionally(failure)))
                .run();
    }

    private static ExternalJobActivity activity(ActivityOptions options) {
        return Workflow.newActivityStub(ExternalJobActivity.class, options);
    }

    /** Without heartbeats, since no worker is with the job while it is outside. */
    private ActivityOptions handOut() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.of(Agent.EXTERNAL, request.processor()))
                .setStartToCloseTimeout(request.timeout())
                .setRetryOptions(RetryOptions.newBuilder()
                        .setMaximumAttempts(options.maxAttempts())
                        .setDoNotRetry(OVER_TIME)
                        .build())
                .setCancellationType(ActivityCancellationType.TRY_CANCEL)
                .setSummary(summary)
                .build();
    }

    /** Publishing reads every file for its checksum, and beats only before. */
    private ActivityOptions collection() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.of(Agent.EXTERNAL, request.processor()))
                .setStartToCloseTimeout(EngineTimeouts.COLLECT)
                .setHeartbeatTimeout(EngineTimeouts.JOB_MARGIN)
                .setRetryOptions(RetryOptions.newBuilder()
                        .setMaximumAttempts(options.maxAttempts())
                        .build())
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .setSummary("collect " + summary)
                .build();
    }

    private ActivityOptions removal() {
        return ActivityOptions.newBuilder()
                .setTaskQueue(TaskQueues.of(Agent.EXTERNAL, request.processor()))
                .setScheduleToCloseTimeout(EngineTimeouts.DISCARD_PATIENCE)
                .setSummary("discard " + summary)
                .build();
    }
}
