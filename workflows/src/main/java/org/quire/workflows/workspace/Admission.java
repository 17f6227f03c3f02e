package org.quire.workflows.workspace;

import java.util.BitSet;
import java.util.List;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.RollCall.Arrival;
import org.quire.workflows.workspace.WorkspaceAnswer.Restored;
import org.quire.workflows.workspace.WorkspaceMessage.Register;
import org.quire.workflows.workspace.WorkspaceMessage.Standing;

/**
 * Gives registered runs their places. A run that returns is believed what it holds if the owner has no memory of it; if it has, the
 * owner's own memory counts, and what the run had given up but has not done it must wait for anew.
 */
final class Admission {

    private final WorkspaceState state;

    Admission(WorkspaceState state) {
        this.state = state;
    }

    /** Those who hold units get these before anybody who waits is given a place. */
    void admit(List<Arrival> arrivals) {
        List<Arrival> unknown = arrivals.stream()
                .filter(arrival -> !state.locks.contains(arrival.register().runId()))
                .toList();
        for (Arrival arrival : unknown) {
            Register register = arrival.register();
            boolean waits = !register.dependsOn().isEmpty();
            state.locks.restoreHeld(
                    registration(arrival),
                    waits,
                    standing(register).granted(),
                    standing(register).done());
        }
        for (Arrival arrival : arrivals) {
            Register register = arrival.register();
            boolean isUnknown = unknown.contains(arrival);
            state.settled.put(register.runId(), register.sequence());
            if (isUnknown && !register.dependsOn().isEmpty()) {
                state.dependencies.add(register.runId(), register.dependsOn());
            }
            takePlace(register, isUnknown);
        }
    }

    private void takePlace(Register register, boolean unknown) {
        RunId run = register.runId();
        BitSet done = UnitSets.units(standing(register).done());
        if (!unknown) {
            state.outbox.drop(run);
            state.locks.release(run, done.stream().boxed().toList());
        }
        state.locks.restoreAwaited(run, standing(register).done());
        if (!unknown || register.standing() != null) {
            state.outbox.add(run, new Restored(register.sequence(), state.heldBy(run), register.epoch()));
        }
    }

    private static Standing standing(Register register) {
        return register.standing() == null ? Standing.NEW : register.standing();
    }

    private static Registration registration(Arrival arrival) {
        Register register = arrival.register();
        return new Registration(
                register.runId(), arrival.at(), register.inputGroups(), register.outputGroups(), register.units());
    }
}
