package org.quire.workflows.workspace;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.quire.workflows.run.RunId;
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

    /** These units claim nothing any more. */
    void clearObstacles(BitSet units) {
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            obstacles[unit] = 0;
        }
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

    /** The first unit from this one on that is neither granted nor given up. */
    int firstAwaited(int from) {
        int unit = from;
        while (unit < unitCount() && (granted.get(unit) || released.get(unit))) {
            unit++;
        }
        return unit;
    }

    WorkspaceLocks.Entry entry(List<RunId> waitsFor, List<String> dependsOn) {
        int held = held().cardinality();
        BitSet begun = (BitSet) granted.clone();
        begun.or(released);
        return new WorkspaceLocks.Entry(
                registration.runId(),
                registration.registeredAt(),
                registration.inputGroups(),
                registration.outputGroups(),
                held,
                unitCount() - begun.cardinality(),
                waitsFor,
                dependsOn);
    }
}
