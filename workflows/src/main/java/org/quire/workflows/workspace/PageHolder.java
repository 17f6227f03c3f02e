package org.quire.workflows.workspace;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/** How far one registered run has come with its units. Each unit goes from awaited to granted to released, or from awaited to released. */
final class PageHolder {

    final Registration registration;
    final Set<String> exclusiveGroups;
    final Set<String> sharedGroups;
    final BitSet granted = new BitSet();
    final BitSet released = new BitSet();

    /** Granted and not yet told to anybody. */
    final BitSet untold = new BitSet();

    /** While set, nothing is granted. */
    boolean suspended;

    private final int[] obstacles;

    PageHolder(Registration registration, boolean suspended) {
        this.registration = registration;
        this.suspended = suspended;
        exclusiveGroups = new LinkedHashSet<>(registration.outputGroups());
        sharedGroups = new LinkedHashSet<>(registration.inputGroups());
        sharedGroups.removeAll(exclusiveGroups);
        obstacles = new int[registration.units().count()];
    }

    int unitCount() {
        return obstacles.length;
    }

    /** One more claim of the unit has others before it. */
    void obstacle(int unit) {
        obstacles[unit]++;
    }

    /** One claim of the unit became clear. */
    void cleared(int unit) {
        obstacles[unit]--;
    }

    void clearObstacles() {
        Arrays.fill(obstacles, 0);
    }

    /** Grants the unit if nothing stands in its way; otherwise nothing changes. */
    void grantIfFree(int unit) {
        if (!suspended && obstacles[unit] == 0 && !released.get(unit) && !granted.get(unit)) {
            granted.set(unit);
            untold.set(unit);
        }
    }

    /** Takes note of grants that the run was told earlier. */
    void restoreGranted(List<UnitRange> ranges) {
        BitSet earlier = UnitSets.units(ranges);
        granted.or(earlier);
        untold.andNot(earlier);
    }

    BitSet held() {
        BitSet held = (BitSet) granted.clone();
        held.andNot(released);
        return held;
    }

    WorkspaceLocks.Entry entry() {
        int held = held().cardinality();
        BitSet begun = (BitSet) granted.clone();
        begun.or(released);
        return new WorkspaceLocks.Entry(
                registration.runId(),
                registration.registeredAt(),
                registration.inputGroups(),
                registration.outputGroups(),
                held,
                unitCount() - begun.cardinality());
    }
}
