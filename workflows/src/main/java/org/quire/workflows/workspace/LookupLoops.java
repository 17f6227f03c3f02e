package org.quire.workflows.workspace;

import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Looks up, while it matters, whether registered runs are over without a word and where dependencies stand. */
final class LookupLoops {

    private final WorkspaceState state;
    private final WorkspaceLimits limits;
    private final AnswerSender sender;
    private final BooleanSupplier mayStart;
    private int busy;

    LookupLoops(WorkspaceState state, WorkspaceLimits limits, AnswerSender sender, BooleanSupplier mayStart) {
        this.state = state;
        this.limits = limits;
        this.sender = sender;
        this.mayStart = mayStart;
    }

    boolean isBusy() {
        return busy > 0;
    }

    /** Never returns. */
    void watchRuns() {
        while (true) {
            Workflow.await(() -> !state.registered().isEmpty());
            boolean suspicion = Workflow.await(limits.endedCheck(), sender::suspectsNewly);
            Workflow.await(mayStart::getAsBoolean);
            var runs = state.registered();
            if (!runs.isEmpty()) {
                busy++;
                state.ended(WorkspaceActivities.lookup(runs.size() + " runs").ended(runs));
                busy--;
            }
            sender.lookedUp(!suspicion);
        }
    }

    /** Never returns. */
    void watchDependencies() {
        Duration pause = limits.firstDependencyPause();
        while (true) {
            Workflow.await(
                    () -> mayStart.getAsBoolean() && !dependenciesToLookUp().isEmpty());
            List<String> ids = dependenciesToLookUp();
            state.dependencies.lookedUp();
            busy++;
            state.lookedUp(
                    WorkspaceActivities.lookup(ids.size() + " dependencies").dependencies(ids));
            busy--;
            if (dependenciesToLookUp().isEmpty()) {
                pause = limits.firstDependencyPause();
                continue;
            }
            boolean news = Workflow.await(pause, state.dependencies::news);
            pause = news ? limits.firstDependencyPause() : longer(pause);
        }
    }

    private List<String> dependenciesToLookUp() {
        return state.dependencies.toLookUp(state.registered());
    }

    private Duration longer(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(limits.longestDependencyPause()) < 0 ? doubled : limits.longestDependencyPause();
    }
}
