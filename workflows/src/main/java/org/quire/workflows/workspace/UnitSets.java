package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/** Turns sets of units into short lists of ranges and back. */
final class UnitSets {

    private UnitSets() {}

    static List<UnitRange> ranges(BitSet units) {
        List<UnitRange> ranges = new ArrayList<>();
        for (int first = units.nextSetBit(0); first >= 0; ) {
            int end = units.nextClearBit(first);
            ranges.add(new UnitRange(first, end - 1));
            first = units.nextSetBit(end);
        }
        return List.copyOf(ranges);
    }

    static BitSet units(List<UnitRange> ranges) {
        BitSet units = new BitSet();
        ranges.forEach(range -> units.set(range.first(), range.last() + 1));
        return units;
    }

    static List<UnitRange> union(List<UnitRange> one, List<UnitRange> other) {
        BitSet both = units(one);
        both.or(units(other));
        return ranges(both);
    }
}
