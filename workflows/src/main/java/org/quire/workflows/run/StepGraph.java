package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which steps of a script wait for which, by their file groups. A step waits for earlier steps only, so the script's own order is
 * a topological one.
 *
 * <p>A step <em>needs</em> the last earlier step that makes one of its input groups, as in OCR-D's own server: without its success
 * the step cannot run. It comes merely <em>after</em> earlier steps that write what it overwrites or read what it overwrites: it
 * waits for their end, however they end.
 */
final class StepGraph {

    private final int[][] needs;
    private final int[][] after;
    private final List<String> externalInputs;
    private final List<String> outputs;

    private StepGraph(int[][] needs, int[][] after, List<String> externalInputs, List<String> outputs) {
        this.needs = needs;
        this.after = after;
        this.externalInputs = externalInputs;
        this.outputs = outputs;
    }

    static StepGraph of(List<PlannedStep> steps) {
        int[][] needs = new int[steps.size()][];
        int[][] after = new int[steps.size()][];
        Set<String> externalInputs = new LinkedHashSet<>();
        Map<String, Integer> lastWriter = new HashMap<>();
        Map<String, List<Integer>> readersSince = new HashMap<>();
        Set<String> outputs = new LinkedHashSet<>();
        for (int step = 0; step < steps.size(); step++) {
            Set<Integer> needed = new TreeSet<>();
            for (String group : steps.get(step).inputGroups()) {
                Integer writer = lastWriter.get(group);
                if (writer == null) {
                    externalInputs.add(group);
                } else {
                    needed.add(writer);
                }
            }
            Set<Integer> awaited = new TreeSet<>();
            for (String group : steps.get(step).outputGroups()) {
                awaited.addAll(readersSince.getOrDefault(group, List.of()));
                Integer writer = lastWriter.get(group);
                if (writer != null) {
                    awaited.add(writer);
                }
            }
            awaited.removeAll(needed);
            needs[step] = toArray(needed);
            after[step] = toArray(awaited);
            note(step, steps.get(step), lastWriter, readersSince);
            outputs.addAll(steps.get(step).outputGroups());
        }
        return new StepGraph(needs, after, List.copyOf(externalInputs), List.copyOf(outputs));
    }

    private static void note(
            int step, PlannedStep planned, Map<String, Integer> lastWriter, Map<String, List<Integer>> readersSince) {
        for (String group : planned.inputGroups()) {
            readersSince.computeIfAbsent(group, g -> new ArrayList<>()).add(step);
        }
        for (String group : planned.outputGroups()) {
            lastWriter.put(group, step);
            readersSince.remove(group);
        }
    }

    private static int[] toArray(Set<Integer> steps) {
        return steps.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Earlier steps that must have succeeded; ascending, not to be changed. */
    int[] needs(int step) {
        return needs[step];
    }

    /** Further earlier steps that must have ended; ascending, not to be changed. */
    int[] after(int step) {
        return after[step];
    }

    int size() {
        return needs.length;
    }

    /** Groups that are read before any step of the run makes them, in order of mention. */
    List<String> externalInputs() {
        return externalInputs;
    }

    /** Groups that the run makes, in order of mention. */
    List<String> outputs() {
        return outputs;
    }
}
