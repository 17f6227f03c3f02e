package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Which steps wait for which, from their file groups: a step waits for the last earlier step that makes one of its input groups
 * (OCR-D's rule), for earlier makers of its own output groups, and for earlier readers of them.
 */
final class StepGraph {

    private final List<int[]> needs = new ArrayList<>();
    private final List<int[]> followers = new ArrayList<>();

    StepGraph(List<PlannedStep> steps) {
        for (int step = 0; step < steps.size(); step++) {
            needs.add(needsOf(steps, step));
        }
        for (int step = 0; step < steps.size(); step++) {
            int one = step;
            var after = new ArrayList<Integer>();
            for (int later = step + 1; later < steps.size(); later++) {
                for (int need : needs.get(later)) {
                    if (need == one) {
                        after.add(later);
                    }
                }
            }
            followers.add(after.stream().mapToInt(Integer::intValue).toArray());
        }
    }

    private static int[] needsOf(List<PlannedStep> steps, int step) {
        var found = new TreeSet<Integer>();
        PlannedStep one = steps.get(step);
        for (String group : one.inputGroups()) {
            for (int earlier = step - 1; earlier >= 0; earlier--) {
                if (steps.get(earlier).outputGroups().contains(group)) {
                    found.add(earlier);
                    break;
                }
            }
        }
        for (int earlier = 0; earlier < step; earlier++) {
            PlannedStep other = steps.get(earlier);
            for (String group : one.outputGroups()) {
                if (other.outputGroups().contains(group) || other.inputGroups().contains(group)) {
                    found.add(earlier);
                }
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The steps that must have succeeded on a unit before this one starts on it, ascending. */
    int[] needs(int step) {
        return needs.get(step);
    }

    /** The steps that wait for this one, ascending. */
    int[] followers(int step) {
        return followers.get(step);
    }
}
