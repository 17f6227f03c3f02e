package org.quire.workflows.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/** The units that this run may work on, and those of them that it has not begun yet, in order of grant. A grant counts once. */
final class Grants {

    private final BitSet granted;
    private final Deque<UnitRange> notBegun = new ArrayDeque<>();
    private final int units;

    Grants(int units) {
        this.units = units;
        this.granted = new BitSet(units);
    }

    /** Takes in a range; of units that were granted before nothing changes. */
    void grant(UnitRange range) {
        int unit = Math.max(0, range.first());
        int end = Math.min(units, range.last() + 1);
        while (unit < end) {
            int from = granted.nextClearBit(unit);
            if (from >= end) {
                return;
            }
            int next = granted.nextSetBit(from);
            int to = next < 0 ? end : Math.min(next, end);
            granted.set(from, to);
            notBegun.add(new UnitRange(from, to - 1));
            unit = to;
        }
    }

    /** Takes the next unit to begin; -1 if there is none. */
    int nextToBegin() {
        UnitRange range = notBegun.poll();
        if (range == null) {
            return -1;
        }
        if (range.first() < range.last()) {
            notBegun.addFirst(new UnitRange(range.first() + 1, range.last()));
        }
        return range.first();
    }

    boolean has(int unit) {
        return granted.get(unit);
    }

    /** Whether no unit is left to be granted. */
    boolean isComplete() {
        return granted.nextClearBit(0) >= units;
    }

    List<UnitRange> ranges() {
        List<UnitRange> ranges = new ArrayList<>();
        int from = granted.nextSetBit(0);
        while (from >= 0) {
            int to = granted.nextClearBit(from);
            ranges.add(new UnitRange(from, to - 1));
            from = granted.nextSetBit(to);
        }
        return ranges;
    }
}
