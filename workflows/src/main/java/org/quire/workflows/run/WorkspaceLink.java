package org.quire.workflows.run;

import io.temporal.workflow.Async;
import java.util.List;
import org.quire.mets.MetsAddition;
import org.quire.workflows.workspace.WorkspaceMessage;

/**
 * A run's side of the talk with the owner of its workspace: numbers the messages and keeps one under way at a time, so that they arrive
 * in order and what gathers meanwhile goes together.
 */
final class WorkspaceLink {

    private final RunPlan plan;
    private final Runnable changed;
    private long nextMessage;
    private long committed;
    private boolean sending;
    private long finish;

    WorkspaceLink(RunPlan plan, long nextMessage, long committed, Runnable changed) {
        this.plan = plan;
        this.nextMessage = nextMessage;
        this.committed = committed;
        this.changed = changed;
    }

    boolean isFree() {
        return !sending;
    }

    /** Whether the workspace knows of this run. */
    boolean hasRegistered() {
        return nextMessage > 1;
    }

    boolean hasFinished() {
        return finish > 0;
    }

    /** Whether everything sent, the last message too, has been answered. */
    boolean isOver() {
        return finish > 0 && committed >= finish;
    }

    long nextMessage() {
        return nextMessage;
    }

    long committed() {
        return committed;
    }

    void register() {
        var inputs = plan.steps().stream()
                .flatMap(step -> step.inputGroups().stream())
                .distinct()
                .toList();
        var outputs = plan.steps().stream()
                .flatMap(step -> step.outputGroups().stream())
                .distinct()
                .toList();
        send(new WorkspaceMessage.Register(plan.runId(), nextMessage, inputs, outputs, plan.units(), plan.dependsOn()));
    }

    void deliver(List<MetsAddition> results, List<Integer> releasedUnits) {
        send(new WorkspaceMessage.Deliver(plan.runId(), nextMessage, results, releasedUnits));
    }

    void finish() {
        finish = nextMessage;
        send(new WorkspaceMessage.Finish(plan.runId(), nextMessage));
    }

    void answered(long sequence) {
        committed = Math.max(committed, sequence);
    }

    private void send(WorkspaceMessage message) {
        sending = true;
        nextMessage++;
        Async.procedure(RunActivities.mailbox()::tell, plan.workspace(), message)
                .handle((unused, failure) -> {
                    sending = false;
                    changed.run();
                    return null;
                });
    }
}
