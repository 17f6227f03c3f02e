package org.quire.workflows.workspace;

import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.RunId;

/**
 * Signals answers to runs, one at a time to each run, so that they arrive in order and what gathers meanwhile becomes one. A registered
 * run that can't be reached is suspected to be gone and gets nothing more until it was looked up.
 */
final class AnswerSender {

    private final WorkspaceState state;
    private final BooleanSupplier maySend;
    private final Set<RunId> sending = new LinkedHashSet<>();
    private final Set<RunId> suspects = new LinkedHashSet<>();
    private boolean newSuspect;

    /** @param maySend false: what waits is left to the next execution */
    AnswerSender(WorkspaceState state, BooleanSupplier maySend) {
        this.state = state;
        this.maySend = maySend;
    }

    boolean hasWork() {
        return maySend.getAsBoolean()
                && !state.outbox.isEmpty()
                && state.outbox.recipients().stream()
                        .anyMatch(run -> !sending.contains(run) && !suspects.contains(run));
    }

    boolean isQuiet() {
        return sending.isEmpty() && !hasWork();
    }

    /** Starts sending what waits; returns at once. */
    void send() {
        if (!maySend.getAsBoolean()) {
            return;
        }
        for (RunId run : state.outbox.recipients()) {
            if (!suspects.contains(run) && sending.add(run)) {
                Async.procedure(this::sendAll, run);
            }
        }
    }

    /** Whether a run turned out to be unreachable since the last look-up. */
    boolean suspectsNewly() {
        return newSuspect;
    }

    /**
     * Registered runs were looked up, and those that are over were removed.
     *
     * @param regular whether it was not because of a suspicion; then those still registered are tried again
     */
    void lookedUp(boolean regular) {
        newSuspect = false;
        if (regular) {
            suspects.clear();
        } else {
            suspects.removeIf(run -> !state.isRegistered(run));
        }
    }

    private void sendAll(RunId run) {
        OcrRunWorkflow receiver = Workflow.newExternalWorkflowStub(OcrRunWorkflow.class, run.workflowId());
        @Nullable WorkspaceAnswer answer = state.outbox.poll(run);
        while (answer != null) {
            try {
                receiver.workspaceAnswer(answer);
            } catch (SignalExternalWorkflowException | TemporalFailure e) {
                unreachable(run, answer);
                break;
            }
            answer = maySend.getAsBoolean() ? state.outbox.poll(run) : null;
        }
        sending.remove(run);
    }

    private void unreachable(RunId run, WorkspaceAnswer answer) {
        if (state.isRegistered(run)) {
            state.outbox.putBack(run, answer);
            suspects.add(run);
            newSuspect = true;
        } else {
            state.outbox.drop(run);
        }
    }
}
