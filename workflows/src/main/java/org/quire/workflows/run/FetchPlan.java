package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * Which input files of a run are remote, as seen when it was submitted. A run without any has no such plan and pays nothing.
 *
 * @param groups the file groups that no step makes before they are read, and that have remote files
 * @param units the units with remote files, ascending
 * @param attempts of fetching the files of one job, at least 1; later ones wait longer
 */
public record FetchPlan(List<String> groups, List<UnitRange> units, int attempts) {

    /** Says whether a group has files on a page that have to be fetched. */
    @FunctionalInterface
    public interface RemoteFiles {

        boolean areThere(String group, String page);
    }

    public FetchPlan {
        groups = List.copyOf(groups);
        units = List.copyOf(units);
        if (attempts < 1) {
            throw new IllegalArgumentException("Expected at least 1 attempt to fetch, but got " + attempts + ".");
        }
    }

    /** @return null if nothing is to be fetched */
    public static @Nullable FetchPlan of(List<PlannedStep> steps, PageUnits units, RemoteFiles remote, int attempts) {
        Set<String> groups = new LinkedHashSet<>();
        List<UnitRange> ranges = new ArrayList<>();
        List<String> inputs = StepGraph.of(steps).externalInputs();
        for (int unit = 0; unit < units.count(); unit++) {
            boolean any = false;
            for (String page : units.pages(unit)) {
                for (String group : inputs) {
                    if (remote.areThere(group, page)) {
                        groups.add(group);
                        any = true;
                    }
                }
            }
            if (any) {
                append(ranges, unit);
            }
        }
        return ranges.isEmpty() ? null : new FetchPlan(List.copyOf(groups), ranges, attempts);
    }

    private static void append(List<UnitRange> ranges, int unit) {
        UnitRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (last != null && last.last() == unit - 1) {
            ranges.set(ranges.size() - 1, new UnitRange(last.first(), unit));
        } else {
            ranges.add(new UnitRange(unit, unit));
        }
    }

    /**
     * This plan for a run that does some of these units again.
     *
     * @param kept the units that the other run has, in its order
     * @return null if none of them has remote files
     */
    @Nullable
    FetchPlan ofUnits(List<Integer> kept) {
        List<UnitRange> ranges = new ArrayList<>();
        for (int unit = 0; unit < kept.size(); unit++) {
            if (concerns(kept.get(unit))) {
                append(ranges, unit);
            }
        }
        return ranges.isEmpty() ? null : new FetchPlan(groups, ranges, attempts);
    }

    boolean concerns(int unit) {
        int low = 0;
        int high = units.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            UnitRange range = units.get(middle);
            if (unit < range.first()) {
                high = middle - 1;
            } else if (unit > range.last()) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }
}
