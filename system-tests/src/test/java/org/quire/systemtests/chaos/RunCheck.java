package org.quire.systemtests.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.quire.systemtests.harness.Recorder;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunState;

/** Looks whether a run has ended by itself, and did nothing again that it had done. */
final class RunCheck {

    private static final Pattern ATTEMPT = Pattern.compile("(?m)^=== attempt \\d+ on \\S+ at (\\S+):");
    /** The clock of the calls is that of the machine's uptime, set beside that of the day. */
    private static final Duration CLOCKS = Duration.ofMillis(50);

    private final RunHistory run;
    private final DataLayout layout;
    private final List<String> faults = new ArrayList<>();

    RunCheck(RunHistory run, DataLayout layout) {
        this.run = run;
        this.layout = layout;
    }

    /** @param mayFail whether a disk was full while it ran */
    List<String> faults(boolean mayFail) {
        if (run.status() == null) {
            return List.of("Run " + run.run() + " did not come to its own end.");
        }
        if (run.status().state() != RunState.SUCCESS && !mayFail) {
            fault("ended " + run.status().state() + ": " + run.status().failures());
        }
        run.jobs().forEach(this::check);
        return List.copyOf(faults);
    }

    private void check(JobId id, RunHistory.Job job) {
        JobState state = run.status().jobState(id).orElse(JobState.CACHED);
        boolean succeeded = state == JobState.SUCCESS;
        if (!state.isTerminal()) {
            fault("is over, but its job " + id + " is " + state);
        }
        if (job.scheduled() != 1 || succeeded && job.results().size() != 1) {
            fault("handed job %s to workers %d times and has %d results of it"
                    .formatted(id, job.scheduled(), job.results().size()));
        }
        if (succeeded != (job.success() != null)) {
            fault("has job " + id + " as " + state + ", but it reported "
                    + (job.success() == null ? "no success" : "success"));
        }
        RunHistory.Reported success = job.success();
        if (success != null) {
            begunAt(id, job).stream()
                    .filter(begun -> begun.isAfter(success.at()))
                    .forEach(begun -> fault("ran job " + id + " again at " + begun + ", when it had reported SUCCESS"));
        }
    }

    /** When attempts and calls of the job began. */
    private List<Instant> begunAt(JobId id, RunHistory.Job job) {
        var begun = new ArrayList<>(attempts(layout.jobLog(id)));
        var record = job.request().parameters().json().path("record").asText();
        if (!record.isEmpty()) {
            String group = job.request().outputGroups().getFirst();
            for (Recorder.Call call : new Recorder(Path.of(record)).callsFor(group)) {
                if (call.pages().isEmpty()
                        || Set.of(call.pages().split(","))
                                .equals(Set.copyOf(job.request().pages()))) {
                    begun.add(instant(call.start()).minus(CLOCKS));
                }
            }
        }
        return begun;
    }

    private static List<Instant> attempts(Path log) {
        try {
            return Files.exists(log)
                    ? ATTEMPT.matcher(Files.readString(log))
                            .results()
                            .map(match -> instant(match))
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Instant instant(MatchResult match) {
        return Instant.parse(match.group(1));
    }

    private static Instant instant(long upTimeNanos) {
        return Instant.now().minusNanos(System.nanoTime() - upTimeNanos);
    }

    private void fault(String words) {
        faults.add("Run " + run.run() + " " + words + ".");
    }
}
