package org.quire.workflows.workspace;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.CommitQueue.Delivery;
import org.quire.workflows.workspace.WorkspaceAnswer.ReturnAsked;
import org.quire.workflows.workspace.WorkspaceMessage.Register;
import org.quire.workflows.workspace.WorkspaceMessage.Standing;

/**
 * Finds out who holds what after the owner of a workspace lost its memory, that is, was terminated from outside. As long as runs are
 * missing that may hold pages, registrations are kept back, so that nothing is granted that somebody has.
 */
final class RollCall {

    /** A registration, and when it came. */
    record Arrival(Register register, Instant at) {

        private Arrival after(Delivery delivery) {
            Standing said = register.standing();
            Standing now = (said == null ? Standing.NEW : said).without(delivery.releasedUnits());
            return new Arrival(register.at(delivery.sequence(), now), at);
        }
    }

    private final List<RunId> order = new ArrayList<>();
    private final Set<RunId> missing = new LinkedHashSet<>();
    private final List<Arrival> arrived = new ArrayList<>();
    private @Nullable String asker;

    /**
     * Begins it.
     *
     * @param runs all that may have been registered, in order of their start
     * @param name what an answer repeats; null: of an owner that began before there were names
     */
    void call(List<RunId> runs, @Nullable String name) {
        asker = name;
        order.addAll(runs);
        missing.addAll(runs);
    }

    boolean isOn() {
        return !missing.isEmpty();
    }

    List<RunId> missing() {
        return List.copyOf(missing);
    }

    /** Whether the run is missing, or waits for those who are. */
    boolean knows(RunId run) {
        return missing.contains(run) || arrived.stream().anyMatch(arrival -> isOf(arrival, run));
    }

    boolean isMissing(RunId run) {
        return missing.contains(run);
    }

    /** What the runs are asked. */
    ReturnAsked question(@Nullable Long epoch) {
        return new ReturnAsked(epoch, asker);
    }

    /**
     * Whether a missing run says where it stands now. A first registration doesn't, nor one from before it was asked: that may have come
     * late, as Temporal repeats what it is not sure of, and the run have been granted pages since.
     */
    boolean isAnswered(Register register) {
        return register.standing() != null && (asker == null || asker.equals(register.asker()));
    }

    /** A run registered that is not missing, or answered. */
    void arrived(Register register, Instant at) {
        arrived.removeIf(arrival -> isOf(arrival, register.runId()));
        arrived.add(new Arrival(register, at));
        missing.remove(register.runId());
    }

    /** What a run that waits delivered since it arrived is committed: it holds less than it said. */
    void settled(RunId run, Delivery delivery) {
        arrived.replaceAll(arrival -> isOf(arrival, run) ? arrival.after(delivery) : arrival);
    }

    /** The run is over: nobody waits for it, and it is not to be registered. */
    void over(RunId run) {
        arrived.removeIf(arrival -> isOf(arrival, run));
        missing.remove(run);
    }

    /** All that were kept back, those called first and in order of their start. */
    List<Arrival> takeArrived() {
        List<Arrival> all = new ArrayList<>(arrived);
        all.sort(Comparator.comparingInt(this::place));
        arrived.clear();
        return all;
    }

    private int place(Arrival arrival) {
        int place = order.indexOf(arrival.register().runId());
        return place < 0 ? Integer.MAX_VALUE : place;
    }

    private static boolean isOf(Arrival arrival, RunId run) {
        return arrival.register().runId().equals(run);
    }
}
