package org.quire.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.quire.api.run.RunDetails;
import org.quire.workflows.job.JobState;

/** Shows how far a run is: one line that renews itself in a terminal, else a line for each change. */
final class ProgressDisplay {

    private static final String RENEW = "\r\u001b[K";

    private final PrintWriter out;
    private final Terminal terminal;
    private String shown = "";

    ProgressDisplay(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void show(RunDetails run, Instant now) {
        String time = time(Duration.between(run.submittedAt(), now)) + "  ";
        String state = state(run, run.steps());
        if (terminal.output()) {
            out.print(RENEW + fitting(run, time));
            out.flush();
        } else if (!state.equals(shown)) {
            out.println(time + state);
            out.flush();
        }
        shown = state;
    }

    /** All steps if the line has room for them, else those that are under way. */
    private String fitting(RunDetails run, String time) {
        String line = time + state(run, run.steps());
        if (line.length() >= terminal.columns()) {
            line = time
                    + state(
                            run,
                            run.steps().stream()
                                    .filter(step -> isUnderWay(run, step))
                                    .toList());
        }
        return line.substring(0, Math.min(line.length(), terminal.columns() - 1));
    }

    private static boolean isUnderWay(RunDetails run, RunDetails.Step step) {
        boolean begun = step.counts().entrySet().stream()
                .anyMatch(count ->
                        count.getValue() > 0 && (count.getKey().isTerminal() || count.getKey() == JobState.RUNNING));
        return begun && step.counts().getOrDefault(JobState.SUCCESS, 0) < run.units();
    }

    private static String state(RunDetails run, List<RunDetails.Step> steps) {
        int done = run.steps().stream()
                .mapToInt(step -> step.counts().getOrDefault(JobState.SUCCESS, 0))
                .sum();
        return steps.stream()
                .map(step -> "  " + step(run, step))
                .collect(Collectors.joining(
                        "",
                        run.state() + "  " + done + "/"
                                + run.units() * run.steps().size() + " jobs",
                        ""));
    }

    /** Something to be said in between; the display goes on after it. */
    void say(String sentence) {
        out.println(terminal.output() && !shown.isEmpty() ? RENEW + sentence : sentence);
        out.flush();
    }

    /** Ends the line. */
    void end() {
        if (terminal.output() && !shown.isEmpty()) {
            out.println();
            out.flush();
        }
    }

    private static String step(RunDetails run, RunDetails.Step step) {
        Map<JobState, Integer> counts = step.counts();
        String text = step.processor().replaceFirst("^ocrd-", "") + " " + counts.getOrDefault(JobState.SUCCESS, 0) + "/"
                + run.units();
        int failed = counts.getOrDefault(JobState.FAILED, 0);
        return failed == 0 ? text : text + " (" + failed + " failed)";
    }

    private static String time(Duration since) {
        long seconds = Math.max(0, since.toSeconds());
        return "%d:%02d".formatted(seconds / 60, seconds % 60);
    }
}
