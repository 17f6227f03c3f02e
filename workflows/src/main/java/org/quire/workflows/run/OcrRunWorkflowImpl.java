package org.quire.workflows.run;

import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackStarter;
import org.quire.workflows.engine.EngineTimeouts;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMailbox;
import org.quire.workflows.workspace.WorkspaceMessage;
import org.slf4j.Logger;

/**
 * The event loop around {@link RunProgress}: events arrive as signals and ended activities, each turn starts what may start and sends
 * what is to be told. It decides nothing itself.
 */
public class OcrRunWorkflowImpl implements OcrRunWorkflow {

    private static final Logger LOG = Workflow.getLogger(OcrRunWorkflowImpl.class);

    private static final long EPOCHS_PER_MILLISECOND = 1_000;

    private final RunPlan plan;
    private final EventBudget budget;
    private final int eventsPerJob;
    private final Instant startedAt;
    private final RunProgress progress;
    private final JobLauncher jobs;
    private final CallbackStarter callbacks = new CallbackStarter();
    private final CancellationScope whole = CancellationScope.current();
    private final Silence silence = new Silence(() -> news = true);
    private final Withdrawal withdrawal;
    private boolean news = true;
    private boolean cancellationSeen;
    private boolean minded;
    private String execution = "";
    private long lastTask = -1;
    private boolean finished;

    /** Made before the first signal is handled, so that none finds the run without its state. */
    @WorkflowInit
    public OcrRunWorkflowImpl(RunInput input) {
        this(input, EventBudget.STANDARD);
    }

    OcrRunWorkflowImpl(RunInput input, EventBudget budget) {
        this.budget = budget;
        plan = input.plan();
        eventsPerJob = EventBudget.eventsPerJob(plan);
        RunCarry carried = input.carried();
        startedAt = carried == null ? now() : carried.startedAt();
        progress = RunProgress.of(plan, carried);
        jobs = new JobLauncher(plan, this::jobEnded);
        withdrawal = new Withdrawal(plan.runId(), jobs, () -> news = true);
    }

    /**
     * Temporal's own cancellation means {@link #cancel}; what is left to do then is done in a scope that it doesn't reach. Temporal
     * shows such a run as cancelled and drops its result; {@link #status} still tells it.
     */
    @Override
    public RunStatus run(RunInput input) {
        Workflow.newDetachedCancellationScope(this::work).run();
        if (!finished) {
            // No blocking call lies between the last look for news and this, so that no signal is lost.
            Workflow.continueAsNew(new RunInput(plan, progress.carry(startedAt)));
        }
        return progress.status();
    }

    @Override
    public void cancel() {
        progress.cancel();
        news = true;
    }

    @Override
    public void stop() {
        progress.stop();
        news = true;
    }

    @Override
    public void workspaceAnswer(WorkspaceAnswer answer) {
        silence.broken();
        if (progress.isOver() && answer instanceof WorkspaceAnswer.ReturnAsked) {
            // An owner that lost its memory waits for all runs that go on; this one only has its report to write.
            Workflow.newDetachedCancellationScope(
                            () -> send(progress.conversation().repeatFarewell()))
                    .run();
            return;
        }
        progress.answered(answer);
        news = true;
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

    private void work() {
        minded = Workflow.getVersion(RunVersions.ENDINGS, Workflow.DEFAULT_VERSION, 1) >= 1;
        while (true) {
            turn();
            if (news) {
                continue;
            }
            if (isOver()) {
                finish();
                finished = true;
                return;
            }
            if (!cancellationSeen && room() == 0 && progress.isIdle() && callbacks.starting() == 0) {
                LOG.info("Continues as new after {} events", Workflow.getInfo().getHistoryLength());
                return;
            }
            awaitNews();
        }
    }

    private void turn() {
        news = false;
        if (isCancellationNews()) {
            cancellationSeen = true;
            progress.cancel();
        }
        if (minded) {
            minds();
        }
        if (progress.isStopping()) {
            jobs.interrupt();
        } else if (minded && progress.isClosing()) {
            withdrawal.turn();
        }
        startCallbacks();
        for (JobId job : progress.nextJobs(room())) {
            jobs.launch(job, progress.files(job.unit()), progress.conversation().isReset());
        }
        WorkspaceMessage message = progress.nextMessage(room() == 0);
        if (message != null) {
            send(message);
        }
    }

    /** Before it does anything it looks whether Temporal has set it back; and whether the owner has been silent for too long. */
    private void minds() {
        if (progress.hasNext(room())) {
            mindsExecution();
        }
        if (!progress.isOver() && silence.isOver() && progress.conversation().awaitsOwner()) {
            mindsExecution();
            send(progress.conversation().remind());
        }
    }

    /**
     * Records once in a workflow task which execution Temporal says this is. A mutable side effect would record changes only, but with
     * an unchanged one the SDK (1.38) breaks replays (temporalio/sdk-java, issue 2412).
     */
    private void mindsExecution() {
        long task = Workflow.getInfo().getHistoryLength();
        if (task != lastTask) {
            lastTask = task;
            lookForReset(
                    Workflow.sideEffect(String.class, () -> Workflow.getInfo().getRunId()));
        }
    }

    private void lookForReset(String now) {
        boolean wasReset = !execution.isEmpty() && !execution.equals(now);
        if (wasReset || !progress.conversation().hasEpoch()) {
            // Later than every epoch before, each of which began with a time, and counted on from it by ones.
            progress.speakAs(Workflow.currentTimeMillis() * EPOCHS_PER_MILLISECOND);
        }
        execution = now;
        if (!now.equals(Workflow.getInfo().getOriginalExecutionRunId())) {
            progress.conversation().wasReset();
        }
    }

    private void awaitNews() {
        Supplier<Boolean> arrived = () -> news || isCancellationNews();
        if (minded || progress.isOver() || !progress.conversation().awaitsFarewell()) {
            Workflow.await(arrived);
        } else if (!Workflow.await(EngineTimeouts.FAREWELL_PATIENCE, arrived)) {
            send(progress.conversation().repeatFarewell());
        }
    }

    private boolean isCancellationNews() {
        return whole.isCancelRequested() && !cancellationSeen;
    }

    /** A run whose jobs have all ended goes on while this execution's history has no room for the callbacks that are due. */
    private boolean isOver() {
        boolean noCallbackToStart = !progress.hasCallbacksDue() || cancellationSeen && room() == 0;
        return progress.isOver() && noCallbackToStart && callbacks.starting() == 0;
    }

    private int room() {
        var info = Workflow.getInfo();
        EventBudget now = cancellationSeen ? EventBudget.AFTER_CANCELLATION : budget;
        int begun = progress.inFlight() + callbacks.starting();
        return now.room(info.getHistoryLength(), info.getHistorySize(), begun, eventsPerJob);
    }

    private void send(WorkspaceMessage message) {
        Workflow.setCurrentDetails(RunDetails.markdown(progress.view()));
        WorkspaceMailbox mailbox =
                Workflow.newActivityStub(WorkspaceMailbox.class, EngineTimeouts.message(message.summary()));
        Async.procedure(mailbox::tell, plan.workspace(), message).handle((done, failure) -> {
            if (failure != null) {
                // Retried without end, so only what can never be delivered comes here, such as a message over
                // Temporal's limit.
                progress.answered(new WorkspaceAnswer.CommitFailed(message.sequence(), reasonOf(failure)));
            }
            progress.messageSent();
            news = true;
            return message;
        });
    }

    private void jobEnded(JobId job, @Nullable JobResult result, @Nullable RuntimeException failure) {
        news = true;
        if (result != null && result.jobId().equals(job)) {
            progress.jobFinished(result);
            return;
        }
        var step = plan.steps().get(job.step());
        RuntimeException why = failure == null
                ? new IllegalStateException("The worker returned no result, or that of another job.")
                : failure;
        switch (JobFailures.of(
                why, jobs.isCalledBack(job), step.timeout(), plan.options().maxAttempts())) {
            case JobFailures.Meaning.Cancelled cancelled -> progress.jobCancelled(job);
            case JobFailures.Meaning.Lost lost -> progress.jobLost(job, lost.reason());
        }
    }

    private void startCallbacks() {
        String url = plan.options().callbackUrl();
        while (url != null && progress.hasCallbacksDue() && room() > 0 && mayTell()) {
            JobId job = progress.nextCallback();
            if (job != null) {
                tell(url, job.toString(), progress.outcome(job).name());
            }
        }
    }

    /** A receiver that looks into {@code mets.xml} shall find there what it is told of. */
    private boolean mayTell() {
        return progress.isCommitted()
                || Workflow.getVersion(RunVersions.CALLBACKS_AFTER_COMMIT, Workflow.DEFAULT_VERSION, 1)
                        == Workflow.DEFAULT_VERSION;
    }

    private void tell(String url, String id, String state) {
        callbacks.start(new Callback(url, id, state, plan.workspace().metsPath()), () -> news = true);
    }

    private void finish() {
        Workflow.setCurrentDetails(RunDetails.markdown(progress.view()));
        String url = plan.options().workflowCallbackUrl();
        if (url != null) {
            tell(url, plan.runId().value(), progress.state().name());
        }
        RunArchive archive = Workflow.newActivityStub(RunArchive.class, EngineTimeouts.archive());
        try {
            archive.archive(new RunReport(plan, progress.status(), startedAt, now()));
        } catch (ActivityFailure e) {
            LOG.warn("The report of run {} could not be kept: {}", plan.runId(), reasonOf(e));
        }
        Workflow.await(() -> callbacks.starting() == 0);
    }

    private static String reasonOf(RuntimeException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage());
    }

    private static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }
}
