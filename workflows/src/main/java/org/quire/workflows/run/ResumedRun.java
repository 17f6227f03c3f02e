package org.quire.workflows.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.quire.workflows.job.JobState;

/**
 * A run that does what another one, which has ended, left undone: its unfinished units, with the jobs that succeeded taken over.
 *
 * @param plan of the new run; its id follows from the other's, so that a run is resumed once however often that is asked for
 * @param jobStates per step the letters of the states to begin with: SUCCESS where nothing is to be done again, else CACHED
 */
public record ResumedRun(RunPlan plan, List<String> jobStates) {

    private static final Pattern RESUMED = Pattern.compile("(.+)-r(\\d+)");

    public ResumedRun {
        jobStates = List.copyOf(jobStates);
    }

    /** The id that a run gets which resumes this one. */
    public static RunId idAfter(RunId ended) {
        Matcher earlier = RESUMED.matcher(ended.value());
        return earlier.matches()
                ? new RunId(earlier.group(1) + "-r" + (Integer.parseInt(earlier.group(2)) + 1))
                : new RunId(ended.value() + "-r1");
    }

    /**
     * @param ended how the other run stood in the end
     * @param isThere whether what a step (by number from 0) made for a unit that it succeeded on is still there; if not, it is done again
     * @param now when the new run is submitted
     * @return empty if nothing is left to do
     */
    public static Optional<ResumedRun> of(
            RunPlan plan, RunStatus ended, BiPredicate<Integer, Integer> isThere, Instant now) {
        List<StringBuilder> letters =
                plan.steps().stream().map(step -> new StringBuilder()).toList();
        var graph = StepGraph.of(plan.steps());
        var pages = new ArrayList<String>();
        for (int unit = 0; unit < plan.units().count(); unit++) {
            String ofUnit = begin(graph, ended, isThere, unit);
            if (ofUnit.chars().allMatch(letter -> letter == JobState.SUCCESS.code())) {
                continue;
            }
            pages.addAll(plan.units().pages(unit));
            for (int step = 0; step < letters.size(); step++) {
                letters.get(step).append(ofUnit.charAt(step));
            }
        }
        return pages.isEmpty()
                ? Optional.empty()
                : Optional.of(new ResumedRun(
                        plan.again(idAfter(plan.runId()), pages, now),
                        letters.stream().map(StringBuilder::toString).toList()));
    }

    /** The letter of each step on one unit. What follows a step that is done again is done again, too. */
    private static String begin(StepGraph graph, RunStatus ended, BiPredicate<Integer, Integer> isThere, int unit) {
        var letters = new StringBuilder();
        for (int step = 0; step < graph.size(); step++) {
            boolean done = ended.jobStates().get(step).charAt(unit) == JobState.SUCCESS.code()
                    && isThere.test(step, unit)
                    && IntStream.of(graph.needs(step))
                            .allMatch(needed -> letters.charAt(needed) == JobState.SUCCESS.code());
            letters.append(done ? JobState.SUCCESS.code() : JobState.CACHED.code());
        }
        return letters.toString();
    }
}
