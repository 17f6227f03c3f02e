package org.quire.workflows.workspace;

import static org.quire.workflows.workspace.InterleavedWorld.require;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.SteppedRun;

/** A run of the world: its rules, its workers, and what it promised. */
final class RunActor {

    private final InterleavedWorld world;
    private final SteppedRun run;
    private final Random random;
    private final List<JobId> running = new ArrayList<>();
    private final List<WorkspaceAnswer> inbox = new ArrayList<>();
    private final Map<String, Integer> commits = new HashMap<>();
    private final Set<String> inputs = new HashSet<>();
    private final Set<String> outputs = new HashSet<>();
    private List<String> letters = List.of();
    private @Nullable WorkspaceMessage outstanding;
    private @Nullable RunState ended;
    private boolean terminated;
    private boolean saidTwice;
    private int repeatedFrom = Integer.MAX_VALUE;
    private boolean committedSeen;

    RunActor(InterleavedWorld world, SteppedRun run, Random random) {
        this.world = world;
        this.run = run;
        this.random = random;
        for (PlannedStep step : run.plan().steps()) {
            inputs.addAll(step.inputGroups());
            outputs.addAll(step.outputGroups());
        }
    }

    RunId id() {
        return run.plan().runId();
    }

    boolean isClosed() {
        return terminated || ended != null;
    }

    boolean succeeded() {
        return ended == RunState.SUCCESS;
    }

    /** The jobs that a worker has and that this run was allowed to start. */
    List<JobId> atWork() {
        return running.stream().filter(job -> !run.isRescheduled(job)).toList();
    }

    boolean collides(JobId mine, RunActor other, JobId theirs) {
        boolean groups =
                outputs.stream().anyMatch(group -> other.outputs.contains(group) || other.inputs.contains(group))
                        || other.outputs.stream().anyMatch(inputs::contains);
        return groups
                && run.plan().units().pages(mine.unit()).stream()
                        .anyMatch(other.run.plan().units().pages(theirs.unit())::contains);
    }

    // --- what happens to it

    void told(WorkspaceAnswer answer) {
        if (InterleavedWorld.TRACE) System.out.println(id() + " <- " + answer);
        inbox.add(answer);
    }

    void committed(MetsAddition addition) {
        commits.merge(addition.files().getFirst().id(), 1, Integer::sum);
    }

    void delivered(WorkspaceMessage message) {
        if (message == outstanding) {
            outstanding = null;
            if (!isClosed()) {
                run.messageSent();
            }
        }
    }

    /** What the owner had not said, or had not done, may be said and done twice now. */
    void ownerLost() {
        saidTwice = true;
    }

    /** All of a run's messages repeated to an owner that never heard them would be acted on again, which changes nothing in METS. */
    void repeated(int heardBy) {
        repeatedFrom = Math.min(repeatedFrom, heardBy);
    }

    private boolean mayBeTwice() {
        return saidTwice || repeatedFrom < world.owner().incarnations();
    }

    void signalEnding() {
        if (isClosed() && random.nextInt(10) > 0) {
            return;
        }
        if (!run.hasBegun()) {
            world.count("signal before the first task");
        }
        if (random.nextBoolean()) {
            world.count("cancel");
            run.cancel();
        } else {
            world.count("stop");
            run.stop();
        }
    }

    void terminate() {
        if (!isClosed()) {
            world.count("run terminated");
            terminated = true;
            running.clear();
            outstanding = null;
        }
    }

    void reset() {
        if (!isClosed() && run.hasBegun()) {
            world.count("reset");
            saidTwice = true;
            running.clear();
            running.addAll(run.reset(1 + random.nextInt(30)));
            outstanding = null;
            letters = List.of();
            committedSeen = false;
            // A message under way then is sent again, and only when it is delivered the run goes on.
            run.messageSent();
        }
    }

    void handOn() throws JsonProcessingException {
        if (!isClosed() && outstanding == null && run.hasBegun()) {
            world.count("run continued");
            run.handOn(random.nextInt(10) == 0);
        }
    }

    // --- what it does

    void work() {
        if (isClosed()) {
            return;
        }
        if (!run.hasBegun()) {
            run.begin();
        }
        hear();
        if (random.nextInt(4) > 0) {
            start();
        }
        endJob();
        talk();
        closeIfOver();
    }

    private void hear() {
        if (!inbox.isEmpty()) {
            int at = random.nextInt(4) == 0 ? random.nextInt(inbox.size()) : 0;
            WorkspaceAnswer answer = random.nextInt(8) == 0 ? inbox.get(at) : inbox.remove(at);
            // In order, as Temporal sends answers, it would take an owner that lost its memory to ask for this.
            saidTwice |= answer instanceof WorkspaceAnswer.ReturnAsked;
            if (run.isOver() && answer instanceof WorkspaceAnswer.ReturnAsked) {
                world.tell(run.farewellAgain());
            } else {
                run.answered(answer);
            }
        }
    }

    private void start() {
        for (JobId job : run.nextJobs(1 + random.nextInt(3))) {
            require(!running.contains(job), () -> "Expected " + job + " to start once.");
            running.add(job);
        }
        if (run.isClosing()) {
            // Those that no worker has taken are withdrawn.
            for (JobId job : List.copyOf(running)) {
                if (random.nextInt(3) == 0) {
                    running.remove(job);
                    run.cancelled(job);
                }
            }
        }
    }

    private void endJob() {
        if (running.isEmpty() || random.nextInt(3) == 0) {
            return;
        }
        JobId job = running.remove(random.nextInt(running.size()));
        switch (random.nextInt(run.isStopping() ? 3 : 14)) {
            case 0 -> run.lost(job);
            case 1 -> run.failed(job);
            case 2 -> {
                if (run.isStopping()) {
                    run.cancelled(job);
                } else {
                    run.succeeded(job);
                }
            }
            default -> run.succeeded(job);
        }
        if (random.nextInt(6) == 0) {
            // The result of an attempt that was given up for lost comes as well.
            run.failed(job);
            run.cancelled(job);
        }
    }

    private void talk() {
        if (outstanding != null || run.isOver()) {
            return;
        }
        WorkspaceMessage next = run.nextMessage(random.nextInt(5) == 0);
        if (next == null && random.nextInt(20) == 0) {
            next = run.remind();
            if (next != null) {
                world.count("reminder");
            }
        }
        if (next != null) {
            outstanding = next;
            world.tell(next);
        }
    }

    private void closeIfOver() {
        if (run.isOver() && random.nextInt(4) == 0) {
            ended = run.state();
            world.count(ended.name());
            require(run.inFlight() == 0 && running.isEmpty(), () -> "Expected nothing in flight at the end of " + this);
            run.cancel();
            run.stop();
            inbox.forEach(run::answered);
        }
    }

    // --- what it promised

    void check() {
        if (terminated) {
            return;
        }
        require(run.inFlight() == running.size(), () -> "Expected " + running + " in flight, but " + this);
        require(ended == null || ended == run.state(), () -> "Expected " + ended + " to stay, but " + this);
        List<String> now = run.status().jobStates();
        if (!now.equals(letters)) {
            requireTerminalOnesStay(now);
            require(run.countsAddUp(), () -> "Expected counts that add up in " + this);
            letters = now;
        }
        if (run.state() == RunState.SUCCESS && !committedSeen) {
            requireAllCommitted();
            committedSeen = true;
        }
    }

    private void requireTerminalOnesStay(List<String> now) {
        for (int step = 0; step < letters.size(); step++) {
            for (int unit = 0; unit < letters.get(step).length(); unit++) {
                char before = letters.get(step).charAt(unit);
                char after = now.get(step).charAt(unit);
                require(
                        before == after || !JobState.ofCode(before).isTerminal(),
                        () -> "Expected terminal states to stay, but " + letters + " became " + now);
            }
        }
    }

    private void requireAllCommitted() {
        for (int step = 0; step < run.plan().steps().size(); step++) {
            for (int unit = 0; unit < run.plan().units().count(); unit++) {
                String job = new JobId(id(), step, unit).toString();
                int times = commits.getOrDefault(job, 0);
                require(
                        times == 1 || times > 1 && mayBeTwice(),
                        () -> "Expected " + job + " to be committed once before SUCCESS, but it was " + times
                                + " times: " + world.describe());
            }
        }
    }

    void checkEnd() {
        if (terminated) {
            return;
        }
        require(String.join("", letters).matches("[SFX]+"), () -> "Expected ended jobs only, but " + this);
        Set<String> succeeded = new LinkedHashSet<>();
        for (int step = 0; step < letters.size(); step++) {
            for (int unit = 0; unit < letters.get(step).length(); unit++) {
                if (letters.get(step).charAt(unit) == JobState.SUCCESS.code()) {
                    succeeded.add(new JobId(id(), step, unit).toString());
                }
            }
        }
        require(
                commits.keySet().containsAll(succeeded),
                () -> "Expected " + succeeded + " in METS, but only " + commits);
        require(
                mayBeTwice() || succeeded.containsAll(commits.keySet()),
                () -> "Expected only " + succeeded + " in METS, but " + commits);
    }

    @Override
    public String toString() {
        return run + " running " + running + " inbox " + inbox + " outstanding " + outstanding
                + (isClosed() ? " closed" : "");
    }
}
