package org.quire.workflows.run;

import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.RunCarry.Ending;
import org.quire.workflows.workspace.WorkspaceAnswer;

/**
 * The event loop of a run around {@link RunProgress}: hands jobs to processors, results to the workspace, and ends when the workspace
 * has everything. Signals and results only change the state; the loop alone decides what is done about it.
 */
public final class OcrRunWorkflowImpl implements OcrRunWorkflow {

    private final RunPlan plan;
    private final Instant startedAt;
    private final RunProgress progress;
    private final WorkspaceLink workspace;
    private final RunCallbacks callbacks;
    private final Map<RunProgress.Job, CancellationScope> inFlight = new LinkedHashMap<>();
    private final Deque<WorkspaceAnswer> answers = new ArrayDeque<>();
    private boolean changed;

    @WorkflowInit
    public OcrRunWorkflowImpl(RunInput input) {
        plan = input.plan();
        RunCarry carried = input.carried();
        startedAt = carried == null ? Instant.ofEpochMilli(Workflow.currentTimeMillis()) : carried.startedAt();
        progress = carried == null ? new RunProgress(plan) : RunProgress.restore(plan, carried);
        workspace = new WorkspaceLink(
                plan,
                carried == null ? 1 : carried.nextMessage(),
                carried == null ? 0 : carried.committed(),
                () -> changed = true);
        callbacks = new RunCallbacks(plan);
    }

    @Override
    public RunStatus run(RunInput input) {
        // Temporal's own cancellation means cancel: the work of ending goes on where it does not reach.
        CancellationScope.current().getCancellationRequest().thenApply(why -> {
            cancel();
            return null;
        });
        Workflow.newDetachedCancellationScope(this::loop).run();
        return progress.status();
    }

    private void loop() {
        while (true) {
            changed = false;
            answers.forEach(this::apply);
            answers.clear();
            boolean full = Workflow.getInfo().getHistoryLength() > RunVersions.CONTINUE_AFTER_EVENTS;
            if (!full) {
                startJobs();
            }
            if (workspace.isFree()) {
                tellWorkspace();
            }
            if (isOver()) {
                break;
            }
            if (full && isQuiet()) {
                Workflow.continueAsNew(
                        new RunInput(plan, progress.carry(startedAt, workspace.nextMessage(), workspace.committed())));
            }
            Workflow.await(() -> changed || !answers.isEmpty());
        }
        close();
    }

    private boolean isOver() {
        boolean neverBegan = progress.isEnding() && !workspace.hasRegistered();
        return inFlight.isEmpty() && workspace.isFree() && (neverBegan || workspace.isOver());
    }

    private boolean isQuiet() {
        return inFlight.isEmpty()
                && workspace.isFree()
                && !workspace.hasFinished()
                && answers.isEmpty()
                && callbacks.isQuiet();
    }

    private void apply(WorkspaceAnswer answer) {
        switch (answer) {
            case WorkspaceAnswer.Granted granted -> progress.granted(granted.units());
            case WorkspaceAnswer.Committed committed -> workspace.answered(committed.sequence());
            case WorkspaceAnswer.CommitFailed failed -> {
                workspace.answered(failed.sequence());
                progress.commitFailed(failed.reason());
            }
            case WorkspaceAnswer.DependencyFailed failed -> progress.endEarly(Ending.DEPENDENCY, failed.reason());
        }
    }

    private void startJobs() {
        for (Optional<RunProgress.Job> next = progress.next(); next.isPresent(); next = progress.next()) {
            start(next.get());
        }
    }

    private void start(RunProgress.Job job) {
        JobRequest request = progress.request(job);
        CancellationScope scope =
                Workflow.newCancellationScope(() -> Async.function(RunActivities.job(plan, request)::run, request)
                        .handle((result, failure) -> {
                            returned(job, result, failure);
                            return null;
                        }));
        inFlight.put(job, scope);
        scope.run();
    }

    private void returned(RunProgress.Job job, @Nullable JobResult result, @Nullable RuntimeException failure) {
        inFlight.remove(job);
        JobState state;
        if (result != null) {
            progress.finished(job, result);
            state = result.succeeded() ? JobState.SUCCESS : JobState.FAILED;
        } else {
            JobFailures.Verdict verdict = JobFailures.judge(failure);
            progress.lost(job, verdict.state(), verdict.reason());
            state = verdict.state();
        }
        callbacks.jobEnded(new JobId(plan.runId(), job.step(), job.unit()), state);
        changed = true;
    }

    private void tellWorkspace() {
        if (!workspace.hasRegistered()) {
            if (!progress.isEnding()) {
                workspace.register();
            }
            return;
        }
        Optional<RunProgress.Delivery> delivery = progress.takeDelivery();
        if (delivery.isPresent()) {
            workspace.deliver(delivery.get().results(), delivery.get().releasedUnits());
        } else if (progress.allEnded() && !workspace.hasFinished()) {
            workspace.finish();
        }
    }

    private void close() {
        progress.close();
        RunActivities.archive()
                .archive(new RunReport(
                        plan, progress.status(), startedAt, Instant.ofEpochMilli(Workflow.currentTimeMillis())));
        callbacks.runEnded(progress.state());
        Workflow.await(callbacks::isQuiet);
    }

    @Override
    public void cancel() {
        changed |= progress.endEarly(Ending.CANCEL, "The run was cancelled.");
    }

    @Override
    public void stop() {
        if (progress.endEarly(Ending.STOP, "The run was stopped.")) {
            inFlight.values().forEach(CancellationScope::cancel);
            changed = true;
        }
    }

    @Override
    public void workspaceAnswer(WorkspaceAnswer answer) {
        answers.add(answer);
    }

    @Override
    public RunProgressView progress() {
        return progress.view();
    }

    @Override
    public RunStatus status() {
        return progress.status();
    }

    @Override
    public RunPlan plan() {
        return plan;
    }
}
