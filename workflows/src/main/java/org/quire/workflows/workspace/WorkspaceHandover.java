package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.List;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.CommitQueue.Delivery;
import org.quire.workflows.workspace.WorkspaceCarry.CarriedAnswer;
import org.quire.workflows.workspace.WorkspaceCarry.CarriedDelivery;
import org.quire.workflows.workspace.WorkspaceCarry.CarriedRun;
import org.quire.workflows.workspace.WorkspaceCarry.RunOver;

/** Packs the state of a workspace for the next execution and unpacks it there. Nothing may be in the middle of a commit. */
final class WorkspaceHandover {

    private WorkspaceHandover() {}

    static WorkspaceCarry pack(WorkspaceState state) {
        List<CarriedAnswer> unsent = new ArrayList<>();
        for (RunId run : state.outbox.recipients()) {
            state.outbox.answersFor(run).forEach(answer -> unsent.add(new CarriedAnswer(run, answer)));
        }
        List<RunOver> over = new ArrayList<>();
        state.log.over().forEach((run, ended) -> over.add(new RunOver(run, ended.last(), ended.epoch())));
        return new WorkspaceCarry(
                state.locks.holders().stream()
                        .map(holder -> pack(state, holder))
                        .toList(),
                state.commits.waiting().stream().map(WorkspaceHandover::pack).toList(),
                unsent,
                over);
    }

    static WorkspaceState unpack(WorkspaceCarry carry) {
        WorkspaceState state = new WorkspaceState();
        for (CarriedRun run : carry.runs()) {
            RunId id = run.registration().runId();
            state.locks.restoreHeld(run.registration(), run.suspended(), run.granted(), run.released());
            state.log.restoreOpen(id, run.lastSequence(), run.epoch(), run.early());
            state.settled.put(id, run.settledSequence());
            if (!run.dependencies().isEmpty()) {
                state.dependencies.add(id, run.dependencies());
            }
        }
        carry.runs()
                .forEach(run -> state.locks.restoreAwaited(run.registration().runId(), run.released()));
        carry.waiting().forEach(delivery -> state.commits.add(unpack(delivery)));
        carry.unsent().forEach(unsent -> state.outbox.add(unsent.runId(), unsent.answer()));
        carry.over()
                .forEach(over ->
                        state.log.remember(over.runId(), new MessageLog.Over(over.lastSequence(), over.epoch())));
        return state;
    }

    private static CarriedRun pack(WorkspaceState state, PageHolder holder) {
        RunId id = holder.registration.runId();
        return new CarriedRun(
                holder.registration,
                holder.suspended,
                UnitSets.ranges(holder.granted),
                UnitSets.ranges(holder.released),
                state.dependencies.of(id),
                state.log.last(id),
                state.settled.getOrDefault(id, 0L),
                state.log.held(id),
                state.log.epoch(id));
    }

    private static CarriedDelivery pack(Delivery delivery) {
        return new CarriedDelivery(
                delivery.runId(),
                delivery.sequence(),
                delivery.additions(),
                delivery.releasedUnits(),
                delivery.last(),
                delivery.answered(),
                delivery.epoch());
    }

    private static Delivery unpack(CarriedDelivery delivery) {
        return new Delivery(
                delivery.runId(),
                delivery.sequence(),
                delivery.additions(),
                delivery.releasedUnits(),
                delivery.last(),
                delivery.answered(),
                delivery.epoch());
    }
}
