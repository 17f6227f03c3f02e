package org.quire.systemtests.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.quire.workflows.run.RunState;

/** What was done and what came of it, in numbers. Thread-safe. */
final class Figures {

    /**
     * One kind of fault.
     *
     * @param hit how often it hit what it was meant for
     * @param median how long no job began afterwards
     */
    record OfFault(Fault fault, int done, int hit, Duration median, Duration longest) {}

    /**
     * All of it.
     *
     * @param runs ended runs by state, none left out
     * @param jobsTriedAgain jobs whose first attempt was lost
     * @param files that were compared with METS and report
     * @param checks of a workspace in mid-run
     * @param answersLost requests whose answer did not come
     * @param refused requests answered with 503 or 406
     * @param tasksRepeated workflow tasks that Temporal gave out again as a worker had an outdated copy in its cache
     */
    record All(
            Duration time,
            List<OfFault> faults,
            Map<RunState, Integer> runs,
            int jobs,
            int jobsTriedAgain,
            int files,
            int checks,
            int answersLost,
            int refused,
            int tasksRepeated) {

        OfFault of(Fault fault) {
            return faults.stream()
                    .filter(figure -> figure.fault() == fault)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private record Window(Instant from, Instant to) {}

    private record Done(Fault fault, boolean hit, Duration until) {}

    private final Instant begun = Instant.now();
    private final List<Done> done = new ArrayList<>();
    private final List<Window> full = new ArrayList<>();
    private final AtomicInteger answersLost = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger tasksRepeated = new AtomicInteger();
    private final AtomicInteger checks = new AtomicInteger();
    private final Map<RunState, Integer> runs = new EnumMap<>(RunState.class);
    private int jobs;
    private int jobsTriedAgain;
    private int files;

    Instant begun() {
        return begun;
    }

    /** @param until no job began for so long */
    synchronized void did(Fault fault, boolean hit, Duration until) {
        done.add(new Done(fault, hit, until));
    }

    synchronized void recordFullDisk(Instant from, Instant to) {
        full.add(new Window(from, to));
    }

    /** Whether there was a time between these when nothing could be written. */
    synchronized boolean wasDiskFull(Instant from, Instant to) {
        return full.stream().anyMatch(window -> window.from.isBefore(to) && window.to.isAfter(from));
    }

    void answerLost() {
        answersLost.incrementAndGet();
    }

    void refused() {
        refused.incrementAndGet();
    }

    void taskRepeated() {
        tasksRepeated.incrementAndGet();
    }

    void checked() {
        checks.incrementAndGet();
    }

    synchronized void audited(List<RunHistory> ended) {
        for (RunHistory run : ended) {
            if (run.status() != null) {
                runs.merge(run.status().state(), 1, Integer::sum);
            }
            for (RunHistory.Job job : run.jobs().values()) {
                jobs++;
                jobsTriedAgain += job.attempts() > 1 ? 1 : 0;
                RunHistory.Reported success = job.success();
                files += success == null
                        ? 0
                        : success.result().produced().files().size();
            }
        }
    }

    synchronized All all() {
        return new All(
                Duration.between(begun, Instant.now()),
                Arrays.stream(Fault.values()).map(this::of).toList(),
                Map.copyOf(runs),
                jobs,
                jobsTriedAgain,
                files,
                checks.get(),
                answersLost.get(),
                refused.get(),
                tasksRepeated.get());
    }

    private OfFault of(Fault fault) {
        List<Done> those = done.stream().filter(each -> each.fault == fault).toList();
        List<Duration> until = those.stream().map(Done::until).sorted().toList();
        return new OfFault(
                fault,
                those.size(),
                (int) those.stream().filter(Done::hit).count(),
                until.isEmpty() ? Duration.ZERO : until.get(until.size() / 2),
                until.isEmpty() ? Duration.ZERO : until.getLast());
    }
}
