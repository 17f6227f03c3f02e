package org.quire.workflows.run;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMessage;

/**
 * Where a run stands: takes events and says what is to be done next, without doing it. Terminal states never change, whatever
 * arrives late or twice; what an event costs depends on what it changes, never on the number of pages.
 */
final class RunProgress implements JobFlow.Ends {

    private final RunPlan plan;
    private final StepGraph graph;
    private final JobTable jobs;
    private final JobFlow flow;
    private final OpenUnits openUnits;
    private final Outbox outbox;
    private final Conversation conversation;
    private final FailureLog failures;
    private final Deque<JobId> callbacksDue;
    private Interruption interruption;
    private RunState state;

    private RunProgress(RunPlan plan, RunCarry carry) {
        this.plan = plan;
        graph = StepGraph.of(plan.steps());
        jobs = carry.jobStates().isEmpty()
                ? new JobTable(graph.size(), plan.units().count())
                : JobTable.decode(carry.jobStates(), plan.units().count());
        flow = new JobFlow(plan.runId(), graph, jobs, this);
        flow.grant(carry.granted());
        openUnits = new OpenUnits(carry.openUnits());
        outbox = new Outbox(plan.runId(), carry);
        conversation = new Conversation(plan, graph, jobs, flow, outbox);
        holdIfReturning();
        failures = new FailureLog(carry.failures());
        callbacksDue = new ArrayDeque<>(carry.callbacksDue());
        interruption = carry.interruption();
        state = carry.state();
    }

    /** A run that begins, or goes on after a continue-as-new. */
    static RunProgress of(RunPlan plan, @Nullable RunCarry carried) {
        return new RunProgress(plan, carried == null ? RunCarry.nothing(plan.submittedAt()) : carried);
    }

    // --- events

    void answered(WorkspaceAnswer answer) {
        if (isOver() || !outbox.isCurrent(answer.epoch())) {
            return;
        }
        switch (answer) {
            case WorkspaceAnswer.Granted granted -> flow.grant(granted.units());
            case WorkspaceAnswer.Committed committed -> outbox.answered(committed.sequence());
            case WorkspaceAnswer.CommitFailed failed -> {
                outbox.answered(failed.sequence());
                interrupt(interruption.withCommitFailure(failed.reason()));
            }
            case WorkspaceAnswer.DependencyFailed failed ->
                interrupt(interruption.withDependencyFailure(failed.reason()));
            case WorkspaceAnswer.ReturnAsked asked -> outbox.asked(asked.asker());
            case WorkspaceAnswer.Restored restored -> restored(restored);
        }
        holdIfReturning();
        settle();
    }

    private void restored(WorkspaceAnswer.Restored restored) {
        outbox.restored(restored.sequence());
        if (!outbox.isReturning()) {
            flow.regrant(restored.units());
        }
    }

    private void holdIfReturning() {
        if (outbox.isReturning()) {
            flow.hold();
        }
    }

    /**
     * A new epoch begins, greater than all before: of a run that begins, or that Temporal has set back. Then nothing is sure of what it
     * said, or was told, after that point: it claims nothing and asks anew which pages it has.
     */
    void speakAs(long epoch) {
        if (!isOver()) {
            outbox.speakAs(epoch);
            flow.regrant(List.of());
            holdIfReturning();
        }
    }

    /** A job has a result, good or bad. One that arrives twice, or for a job that is over, changes nothing. */
    void jobFinished(JobResult result) {
        JobId job = result.jobId();
        if (!flow.isInFlight(job)) {
            return;
        }
        if (result.succeeded()) {
            openUnits.add(job.unit(), result.produced().files());
            outbox.result(result.produced());
            flow.end(job, JobState.SUCCESS);
        } else {
            String why = result.reason() == null ? "The processor failed and gave no reason." : result.reason();
            failed(job, why);
        }
        settle();
    }

    /** A job has no result and gets none: its attempts are used up, or it can never work. */
    void jobLost(JobId job, String why) {
        if (flow.isInFlight(job)) {
            failed(job, why);
            settle();
        }
    }

    /** A job was interrupted before it had a result. */
    void jobCancelled(JobId job) {
        if (flow.isInFlight(job)) {
            flow.end(job, JobState.CANCELLED);
            settle();
        }
    }

    private void failed(JobId job, String why) {
        String processor = plan.steps().get(job.step()).processor();
        List<String> pages = List.copyOf(plan.units().pages(job.unit()));
        failures.add(new RunStatus.Failure(job, processor, pages, why));
        flow.end(job, JobState.FAILED);
    }

    /** Start nothing new. Once all jobs have ended, this changes nothing. */
    void cancel() {
        if (!jobs.isAllDone()) {
            interrupt(interruption.withCancel());
            settle();
        }
    }

    /** Start nothing new; whoever drives the jobs is to interrupt those in flight. Once all jobs have ended, this changes nothing. */
    void stop() {
        if (!jobs.isAllDone()) {
            interrupt(interruption.withStop());
            settle();
        }
    }

    /** The outstanding message has been delivered. */
    void messageSent() {
        outbox.sent();
        settle();
    }

    @Override
    public void jobEnded(JobId job) {
        if (plan.options().callbackUrl() != null) {
            callbacksDue.add(job);
        }
    }

    @Override
    public void unitDone(int unit) {
        openUnits.drop(unit);
        outbox.release(unit);
    }

    private void interrupt(Interruption next) {
        if (!isOver()) {
            interruption = next;
            flow.close();
        }
    }

    private void settle() {
        boolean nothingAwaited =
                outbox.sequence() == 0 || outbox.isFinishSent() && outbox.isAllAnswered() && !outbox.isOutstanding();
        if (!isOver() && jobs.isAllDone() && nothingAwaited) {
            become(verdict().state());
        }
    }

    /** Of a run whose jobs have all ended; it stays what it is, since nothing that it is made of changes any more. */
    private RunVerdict verdict() {
        return RunVerdict.of(jobs, interruption, failures.kept());
    }

    private void become(RunState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("Expected a run that may become " + next + ", but it is " + state + ".");
        }
        state = next;
    }

    // --- questions

    /**
     * Whether {@link #nextJobs} or {@link #nextMessage} have anything.
     *
     * @param most jobs that may be started
     */
    boolean hasNext(int most) {
        return room(most) > 0 && flow.hasNext() || !isOver() && conversation.hasNext(most == 0);
    }

    private int room(int most) {
        return Math.min(most, plan.options().maxInFlight() - flow.inFlight());
    }

    /** The jobs to start now, at most {@code most}; they count as in flight from now on. */
    List<JobId> nextJobs(int most) {
        List<JobId> next = flow.start(room(most));
        if (!next.isEmpty() && state == RunState.QUEUED) {
            become(RunState.RUNNING);
        }
        return next;
    }

    /**
     * The message to send now; null if there is none or one is outstanding. While jobs go on, the next delivery waits for the
     * commit of the last one, so that results gather; {@code hurry} lifts that.
     */
    @Nullable
    WorkspaceMessage nextMessage(boolean hurry) {
        return isOver() ? null : conversation.next(hurry);
    }

    /** What is said to the owner of the workspace beside the next message; none of it is for a run that is over, but the farewell. */
    Conversation conversation() {
        return conversation;
    }

    /** Takes the next ended job whose callback is due; null if there is none. */
    @Nullable
    JobId nextCallback() {
        return callbacksDue.poll();
    }

    boolean hasCallbacksDue() {
        return !callbacksDue.isEmpty();
    }

    /** Whether the results of all jobs that ended so far are in {@code mets.xml}, or known to be lost. */
    boolean isCommitted() {
        return isOver() || outbox.isSettled();
    }

    /** What a client is told of an ended job: one whose result could not be committed is no success. */
    JobState outcome(JobId job) {
        JobState ended = state(job);
        return ended == JobState.SUCCESS && interruption.commitFailure() != null ? JobState.FAILED : ended;
    }

    /** Whether the run has ended: all jobs have, and all results are committed or known to be lost. */
    boolean isOver() {
        return state.isTerminal();
    }

    /**
     * Whether nothing is in flight, outstanding or undelivered, so that {@link #carry} can take everything. A run that is over delivers
     * nothing more, but goes on while callbacks of its jobs are due.
     */
    boolean isIdle() {
        return flow.inFlight() == 0 && !outbox.isOutstanding() && (outbox.isEmpty() || isOver());
    }

    int inFlight() {
        return flow.inFlight();
    }

    boolean isStopping() {
        return interruption.stop();
    }

    /** Whether jobs that no worker has taken are to be called back. */
    boolean isClosing() {
        return interruption.startsNothingNew();
    }

    RunState state() {
        return state;
    }

    JobState state(JobId job) {
        return jobs.state(job.step(), job.unit());
    }

    /** What this run made so far for a unit that is not done. */
    List<MetsFile> files(int unit) {
        return openUnits.files(unit);
    }

    private @Nullable String reason() {
        return isOver() ? verdict().reason() : null;
    }

    RunStatus status() {
        return new RunStatus(plan.runId(), state, reason(), jobs.letters(), failures.kept());
    }

    RunProgressView view() {
        return new RunProgressView(state, reason(), jobs.counts(plan.steps()), failures.kept());
    }

    RunCarry carry(Instant startedAt) {
        if (!isIdle()) {
            throw new IllegalStateException(
                    "Expected an idle run, but it is " + state + " with " + inFlight() + " jobs in flight.");
        }
        return new RunCarry(
                startedAt,
                state,
                jobs.encoded(),
                flow.granted(),
                openUnits.carried(),
                outbox.sequence(),
                outbox.answeredUpTo(),
                outbox.isFinishSent(),
                interruption,
                List.copyOf(failures.kept()),
                List.copyOf(callbacksDue),
                outbox.talk());
    }
}
