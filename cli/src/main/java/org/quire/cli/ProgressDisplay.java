package org.quire.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
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
        String steps = run.steps().stream().map(step -> step(run, step)).collect(Collectors.joining("  "));
        String state = run.state() + "  " + steps;
        String line = time(Duration.between(run.submittedAt(), now)) + "  " + state;
        if (terminal.output()) {
            out.print(RENEW + line.substring(0, Math.min(line.length(), terminal.columns() - 1)));
            out.flush();
        } else if (!state.equals(shown)) {
            out.println(line);
            out.flush();
        }
        shown = state;
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
