package org.quire.workflows.workspace;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.SteppedRun;

/** One workspace, its runs and a channel between them, of which any may act next. */
final class InterleavedWorld {

    private static final int WILD_TURNS = 120;
    private static final int LONGEST = 20_000;

    /** What happened in all worlds, so that nobody takes a test for one that it isn't. */
    static final class Tally {
        final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

        void count(String what) {
            counts.computeIfAbsent(what, w -> new LongAdder()).increment();
        }

        void mustHaveSeenEverything() {
            for (String what : List.of(
                    "cancel",
                    "stop",
                    "reset",
                    "run terminated",
                    "owner terminated",
                    "owner continued",
                    "run continued",
                    "message repeated",
                    "SUCCESS",
                    "FAILED",
                    "CANCELLED",
                    "signal before the first task",
                    "reminder")) {
                if (!counts.containsKey(what)) {
                    throw new AssertionError("Expected at least one '" + what + "', but saw " + this);
                }
            }
        }

        @Override
        public String toString() {
            return counts.toString();
        }
    }

    static final boolean TRACE = Boolean.getBoolean("quire.trace");
    private final Random random;
    private final Tally tally;
    private final boolean calm;
    private final Map<RunId, RunActor> runs = new LinkedHashMap<>();
    private final List<WorkspaceMessage> channel = new ArrayList<>();
    /** A message, and the first owner that took it. */
    private record Sent(WorkspaceMessage message, int incarnation) {}

    private final List<Sent> sent = new ArrayList<>();
    private final OwnerActor owner;

    InterleavedWorld(long seed, Tally tally) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.tally = tally;
        calm = random.nextInt(5) == 0;
        owner = new OwnerActor(this, random);
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            RunPlan plan = plan("r" + i, i);
            runs.put(plan.runId(), new RunActor(this, new SteppedRun(plan), random));
        }
    }

    private RunPlan plan(String name, int earlier) {
        int first = random.nextInt(4);
        List<String> pages = new ArrayList<>();
        for (int page = first; page < first + 1 + random.nextInt(4); page++) {
            pages.add("p" + page);
        }
        String[] steps = new String[1 + random.nextInt(3)];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = group() + (random.nextBoolean() ? "," + group() : "") + "->" + group();
        }
        List<String> dependsOn =
                earlier > 0 && random.nextInt(5) == 0 ? List.of("r" + random.nextInt(earlier)) : List.of();
        var units = new PageUnits(pages, 1 + random.nextInt(2), false);
        return SteppedRun.plan(name, units, 1 + random.nextInt(3), dependsOn, steps);
    }

    private String group() {
        return String.valueOf((char) ('A' + random.nextInt(4)));
    }

    void play() throws JsonProcessingException {
        for (int turn = 0; turn < WILD_TURNS && !isOver(); turn++) {
            act(calm ? 0 : random.nextInt(40));
            check();
        }
        for (int turn = 0; !isOver(); turn++) {
            require(turn < LONGEST, () -> "Expected all runs to end, but they go on: " + describe());
            act(0);
            check();
        }
        runs.values().forEach(RunActor::checkEnd);
        owner.checkIdle();
    }

    private boolean isOver() {
        return runs.values().stream().allMatch(RunActor::isClosed) && !owner.isAlive();
    }

    private void act(int what) throws JsonProcessingException {
        switch (what) {
            case 1 -> anyRun().signalEnding();
            case 2 -> {
                if (random.nextInt(3) == 0) {
                    anyRun().reset();
                }
            }
            case 3 -> {
                if (random.nextInt(4) == 0) {
                    anyRun().terminate();
                }
            }
            case 4 -> {
                if (random.nextInt(4) == 0) {
                    owner.terminate();
                }
            }
            case 5 -> owner.handOver();
            case 6 -> anyRun().handOn();
            case 7 -> repeatMessage();
            case 8 -> owner.lookUpEnded();
            default -> goOn();
        }
    }

    private void goOn() throws JsonProcessingException {
        switch (random.nextInt(6)) {
            case 0 -> owner.commit();
            case 1 -> deliver();
            case 2 -> owner.answer();
            case 3 -> owner.lookUp();
            default -> anyRun().work();
        }
    }

    private RunActor anyRun() {
        int at = random.nextInt(runs.size());
        for (RunActor run : runs.values()) {
            if (at-- == 0) {
                return run;
            }
        }
        throw new IllegalStateException("Expected a run.");
    }

    /** A tell that was delivered is tried again, as Temporal does with an activity whose answer got lost. */
    private void repeatMessage() {
        if (!sent.isEmpty()) {
            tally.count("message repeated");
            Sent repeated = sent.get(random.nextInt(sent.size()));
            channel.add(repeated.message());
            runs.get(repeated.message().runId()).repeated(repeated.incarnation());
        }
    }

    private void deliver() {
        if (!channel.isEmpty()) {
            WorkspaceMessage message = channel.remove(random.nextInt(channel.size()));
            if (TRACE) System.out.println("-> " + message);
            owner.receive(message);
            sent.add(new Sent(message, owner.incarnations()));
            runs.get(message.runId()).delivered(message);
        }
    }

    void tell(WorkspaceMessage message) {
        channel.add(message);
    }

    void count(String what) {
        if (TRACE) System.out.println(what);
        tally.count(what);
    }

    RunActor run(RunId id) {
        return runs.get(id);
    }

    List<RunActor> allRuns() {
        return List.copyOf(runs.values());
    }

    OwnerActor owner() {
        return owner;
    }

    static Instant now() {
        return Instant.EPOCH;
    }

    private void check() {
        runs.values().forEach(RunActor::check);
        List<RunActor> all = allRuns();
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                for (JobId mine : all.get(i).atWork()) {
                    for (JobId other : all.get(j).atWork()) {
                        require(
                                !all.get(i).collides(mine, all.get(j), other),
                                () -> "Expected one holder, but " + mine + " and " + other + " are at work: "
                                        + describe());
                    }
                }
            }
        }
    }

    String describe() {
        var text = new StringBuilder();
        runs.forEach((id, run) -> text.append(run).append('\n'));
        return text.append("channel ")
                .append(channel)
                .append('\n')
                .append(owner)
                .toString();
    }

    static void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }
}
