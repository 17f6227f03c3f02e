package org.quire.workflows.workspace;

import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Owns one workspace: takes messages, lets {@link WorkspaceState} decide, and keeps its loops going until nothing is held, awaited, to be
 * committed or to be answered. It leaves or continues as new only with an empty inbox and nothing under way.
 */
public final class WorkspaceWorkflowImpl implements WorkspaceWorkflow {

    private final WorkspaceRef workspace;
    private final WorkspaceState state;
    private final WorkspaceLimits limits;
    private final Queue<WorkspaceMessage> inbox = new ArrayDeque<>();
    private final AnswerSender sender;
    private final CommitLoop commits;
    private final LookupLoops lookups;
    private final boolean hasNoMemory;
    private boolean closing;
    private boolean handingOver;

    @WorkflowInit
    public WorkspaceWorkflowImpl(WorkspaceInput input) {
        this(input, WorkspaceLimits.STANDARD);
    }

    WorkspaceWorkflowImpl(WorkspaceInput input, WorkspaceLimits limits) {
        this.workspace = input.workspace();
        this.limits = limits;
        this.hasNoMemory = input.carried() == null;
        this.state = input.carried() == null ? new WorkspaceState() : WorkspaceHandover.unpack(input.carried());
        this.sender = new AnswerSender(state, () -> !handingOver);
        this.commits = new CommitLoop(workspace, state, limits, () -> !closing);
        this.lookups = new LookupLoops(state, limits, sender, () -> !closing);
    }

    @Override
    public void run(WorkspaceInput input) {
        // Detached: a request to cancel the owner must not cut a commit off from those who wait for it.
        CancellationScope scope = Workflow.newDetachedCancellationScope(this::own);
        scope.run();
    }

    @Override
    public void message(WorkspaceMessage message) {
        inbox.add(message);
    }

    @Override
    public WorkspaceLocks locks() {
        return state.view(workspace);
    }

    @Override
    public boolean isHeldBack(PageNeeds needs) {
        return state.locks.isHeldBack(needs);
    }

    private void own() {
        if (hasNoMemory) {
            callRoll();
        }
        Promise<Object> loops = Promise.anyOf(
                Async.procedure(commits::run),
                Async.procedure(lookups::watchRuns),
                Async.procedure(lookups::watchDependencies));
        while (true) {
            Workflow.await(
                    () -> !inbox.isEmpty() || sender.hasWork() || isOver() || mayHandOver() || loops.isCompleted());
            if (loops.isCompleted()) {
                // They never return: an exception in one is a fault that must show.
                loops.get();
            }
            takeMessages();
            sender.send();
            close();
            if (isOver()) {
                return;
            }
            if (mayHandOver()) {
                Workflow.continueAsNew(new WorkspaceInput(workspace, WorkspaceHandover.pack(state)));
            }
        }
    }

    private void callRoll() {
        int version = Workflow.getVersion(WorkspaceVersions.ROLL_CALL, Workflow.DEFAULT_VERSION, 2);
        if (version >= 1) {
            String name = version >= 2 ? Workflow.getInfo().getOriginalExecutionRunId() : null;
            state.callRoll(WorkspaceActivities.orphans().orphans(workspace), name);
        }
    }

    private void takeMessages() {
        for (WorkspaceMessage next = inbox.poll(); next != null; next = inbox.poll()) {
            state.receive(next, Instant.ofEpochMilli(Workflow.currentTimeMillis()));
        }
    }

    /** From here on nothing new begins, so that what is under way comes to an end, however many messages arrive. */
    private void close() {
        // A roll call has to be ended first: it needs answers, and look-ups of runs that don't answer.
        if (!closing && historyIsLong() && !state.rollCall.isOn()) {
            closing = true;
            handingOver = Workflow.getVersion(WorkspaceVersions.HAND_OVER_UNDER_LOAD, Workflow.DEFAULT_VERSION, 1) >= 1;
        }
    }

    private boolean historyIsLong() {
        return Workflow.getInfo().getHistoryLength() > limits.historyEvents()
                || Workflow.getInfo().isContinueAsNewSuggested();
    }

    private boolean isOver() {
        return state.isIdle() && isQuiet();
    }

    private boolean mayHandOver() {
        return closing && isQuiet() && !state.rollCall.isOn();
    }

    private boolean isQuiet() {
        return inbox.isEmpty()
                && !commits.isBusy()
                && !lookups.isBusy()
                && sender.isQuiet()
                && Workflow.isEveryHandlerFinished();
    }
}
