package org.quire.workflows.workspace;

import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.quire.mets.MetsAddition;
import org.quire.workflows.workspace.CommitQueue.Delivery;

/** Writes results into {@code mets.xml}, one commit at a time; what arrives meanwhile, or soon after, goes into the next. */
final class CommitLoop {

    private final WorkspaceRef workspace;
    private final WorkspaceState state;
    private final WorkspaceLimits limits;
    private final BooleanSupplier mayStart;
    private boolean busy;
    private long lastCommitAt = Long.MIN_VALUE;

    CommitLoop(WorkspaceRef workspace, WorkspaceState state, WorkspaceLimits limits, BooleanSupplier mayStart) {
        this.workspace = workspace;
        this.state = state;
        this.limits = limits;
        this.mayStart = mayStart;
    }

    /** Never returns. */
    void run() {
        while (true) {
            Workflow.await(this::hasWork);
            gather();
            if (!hasWork()) {
                continue;
            }
            busy = true;
            write(state.commits.nextBatch(limits.additionsPerCommit(), limits.charactersPerCommit()));
            busy = false;
        }
    }

    boolean isBusy() {
        return busy;
    }

    private boolean hasWork() {
        return mayStart.getAsBoolean() && !state.commits.isEmpty();
    }

    private void gather() {
        long now = Workflow.currentTimeMillis();
        long pause = limits.commitPause().toMillis();
        if (lastCommitAt != Long.MIN_VALUE && now - lastCommitAt < pause && !state.commits.endsWait()) {
            Workflow.await(Duration.ofMillis(lastCommitAt + pause - now), state.commits::endsWait);
        }
    }

    private void write(List<Delivery> batch) {
        List<MetsAddition> additions = batch.stream()
                .flatMap(delivery -> delivery.additions().stream())
                .toList();
        if (additions.isEmpty()) {
            state.committed(batch);
            return;
        }
        try {
            WorkspaceActivities.commit(additions.size()).commit(workspace, additions);
            lastCommitAt = Workflow.currentTimeMillis();
            state.committed(batch);
        } catch (ActivityFailure failure) {
            if (batch.size() == 1) {
                state.impossible(batch.getFirst(), reason(failure));
            } else {
                // One delivery may spoil the batch: each gets its own chance, so that the others aren't lost with it.
                batch.forEach(delivery -> write(List.of(delivery)));
            }
        }
    }

    private static String reason(ActivityFailure failure) {
        return failure.getCause() instanceof ApplicationFailure cause
                ? cause.getOriginalMessage()
                : String.valueOf(failure.getMessage());
    }
}
