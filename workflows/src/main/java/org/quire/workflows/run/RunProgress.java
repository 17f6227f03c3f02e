package org.quire.workflows.run;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunCarry.Ending;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * The state machine of a run: takes events, says what to do next. What an event costs depends on what it changes, never on the number
 * of pages; only an early end walks over all jobs, once.
 */
final class RunProgress {

    /** Failures kept with their reason; more are only counted. */
    static final int MAX_FAILURES = 1_000;

    /** A job of a step on a unit that may start now. */
    record Job(int step, int unit) {}

    /** What the workspace is to be told. */
    record Delivery(List<MetsAddition> results, List<Integer> releasedUnits) {}

    private final RunPlan plan;
    private final StepGraph graph;
    private final JobGrid grid;
    private final Deque<Job> ready = new ArrayDeque<>();
    private final Deque<UnitRange> waiting = new ArrayDeque<>();
    private final TreeMap<Integer, List<MetsFile>> openUnits = new TreeMap<>();
    private final List<RunStatus.Failure> failures = new ArrayList<>();
    private List<MetsAddition> results = new ArrayList<>();
    private List<Integer> released = new ArrayList<>();
    private int inFlight;
    private Ending ending = Ending.NONE;
    private @Nullable String reason;
    private @Nullable RunState finalState;

    RunProgress(RunPlan plan) {
        this(plan, new JobGrid(plan.steps().size(), plan.units().count()));
    }

    private RunProgress(RunPlan plan, JobGrid grid) {
        this.plan = plan;
        this.graph = new StepGraph(plan.steps());
        this.grid = grid;
    }

    static RunProgress restore(RunPlan plan, RunCarry carry) {
        var progress = new RunProgress(plan, JobGrid.restore(carry.jobStates()));
        progress.waiting.addAll(carry.waitingUnits());
        progress.failures.addAll(carry.failures());
        progress.ending = carry.ending();
        progress.reason = carry.reason();
        carry.openUnits().forEach((unit, files) -> {
            progress.openUnits.put(unit, new ArrayList<>(files));
            progress.findReady(unit);
        });
        return progress;
    }

    /** To be called with nothing in flight and nothing undelivered. */
    RunCarry carry(Instant startedAt, long nextMessage, long committed) {
        return new RunCarry(
                startedAt,
                grid.letters(),
                List.copyOf(waiting),
                openUnits,
                List.copyOf(failures),
                nextMessage,
                committed,
                ending,
                reason);
    }

    void granted(List<UnitRange> units) {
        if (ending == Ending.NONE) {
            waiting.addAll(units);
        }
    }

    /** The next job to hand to Temporal; units already begun go first, so that few are open at once. */
    Optional<Job> next() {
        if (ending != Ending.NONE || inFlight >= plan.options().maxInFlight()) {
            return Optional.empty();
        }
        if (ready.isEmpty() && !waiting.isEmpty()) {
            begin(takeWaiting());
        }
        Job job = ready.poll();
        if (job != null) {
            grid.move(job.step(), job.unit(), JobState.QUEUED);
            inFlight++;
        }
        return Optional.ofNullable(job);
    }

    JobRequest request(Job job) {
        PlannedStep step = plan.steps().get(job.step());
        PageUnits units = plan.units();
        return new JobRequest(
                new JobId(plan.runId(), job.step(), job.unit()),
                job.step() + 1,
                plan.workspace(),
                step.processor(),
                step.inputGroups(),
                step.outputGroups(),
                step.parameters(),
                units.pages(job.unit()),
                units.wholeWorkspace() && units.count() == 1,
                List.copyOf(openUnits.getOrDefault(job.unit(), List.of())),
                plan.options().overwrite(),
                step.timeout(),
                plan.options().stopGrace());
    }

    /** A job in flight has returned with a result. */
    void finished(Job job, JobResult result) {
        inFlight--;
        if (result.succeeded()) {
            succeed(job, result.produced());
        } else {
            end(job, JobState.FAILED, result.reason() == null ? "no reason given" : result.reason());
        }
    }

    /** A job in flight has returned without a result: its worker or process was lost, or it was interrupted. */
    void lost(Job job, JobState state, String why) {
        inFlight--;
        end(job, state, why);
    }

    private void succeed(Job job, MetsAddition produced) {
        if (!grid.move(job.step(), job.unit(), JobState.SUCCESS)) {
            return;
        }
        results.add(produced);
        openUnits.computeIfAbsent(job.unit(), unused -> new ArrayList<>()).addAll(produced.files());
        for (int follower : graph.followers(job.step())) {
            if (grid.state(follower, job.unit()) == JobState.CACHED && isReady(follower, job.unit())) {
                ready.add(new Job(follower, job.unit()));
            }
        }
        closeIfEnded(job.unit());
    }

    private void end(Job job, JobState state, String why) {
        if (!grid.move(job.step(), job.unit(), state)) {
            return;
        }
        if (failures.size() < MAX_FAILURES) {
            failures.add(new RunStatus.Failure(
                    new JobId(plan.runId(), job.step(), job.unit()),
                    plan.steps().get(job.step()).processor(),
                    plan.units().pages(job.unit()),
                    why));
        }
        cancelFollowers(job);
        closeIfEnded(job.unit());
    }

    private void cancelFollowers(Job job) {
        for (int follower : graph.followers(job.step())) {
            if (grid.move(follower, job.unit(), JobState.CANCELLED)) {
                cancelFollowers(new Job(follower, job.unit()));
            }
        }
    }

    private void begin(int unit) {
        openUnits.put(unit, new ArrayList<>());
        findReady(unit);
    }

    private void findReady(int unit) {
        for (int step = 0; step < grid.steps(); step++) {
            if (grid.state(step, unit) == JobState.CACHED && isReady(step, unit)) {
                ready.add(new Job(step, unit));
            }
        }
    }

    private int takeWaiting() {
        UnitRange range = waiting.removeFirst();
        if (range.first() < range.last()) {
            waiting.addFirst(new UnitRange(range.first() + 1, range.last()));
        }
        return range.first();
    }

    private boolean isReady(int step, int unit) {
        for (int need : graph.needs(step)) {
            if (grid.state(need, unit) != JobState.SUCCESS) {
                return false;
            }
        }
        return true;
    }

    private void closeIfEnded(int unit) {
        if (grid.unitEnded(unit) && openUnits.remove(unit) != null) {
            released.add(unit);
        }
    }

    /** Ends the run early: what has not been handed to Temporal is cancelled; false if the run is ending or over already. */
    boolean endEarly(Ending how, @Nullable String why) {
        if (ending == Ending.STOP || (ending != Ending.NONE && how != Ending.STOP) || finalState != null) {
            return false;
        }
        ending = how;
        reason = why;
        ready.clear();
        waiting.clear();
        for (int step = 0; step < grid.steps(); step++) {
            for (int unit = 0; unit < grid.units(); unit++) {
                if (grid.state(step, unit) == JobState.CACHED) {
                    grid.move(step, unit, JobState.CANCELLED);
                }
            }
        }
        List.copyOf(openUnits.keySet()).forEach(this::closeIfEnded);
        return true;
    }

    /** A delivery can't be committed: its results are not in the METS, so the run can't succeed. */
    void commitFailed(String why) {
        endEarly(Ending.DEPENDENCY, why);
        finalState = RunState.FAILED;
        reason = why;
    }

    /** What there is to tell the workspace; each result and unit is handed out once. */
    Optional<Delivery> takeDelivery() {
        if (results.isEmpty() && released.isEmpty()) {
            return Optional.empty();
        }
        var delivery = new Delivery(List.copyOf(results), List.copyOf(released));
        results = new ArrayList<>();
        released = new ArrayList<>();
        return Optional.of(delivery);
    }

    int inFlight() {
        return inFlight;
    }

    boolean isEnding() {
        return ending != Ending.NONE;
    }

    /** Whether every job has ended. */
    boolean allEnded() {
        return grid.allEnded();
    }

    /** To be called when all jobs have ended and all results are committed: fixes the final state. */
    void close() {
        if (finalState != null || !grid.allEnded()) {
            return;
        }
        if (grid.anyStateIs(JobState.FAILED)) {
            finalState = RunState.FAILED;
            reason = summary();
        } else if (grid.anyStateIs(JobState.CANCELLED)) {
            finalState = RunState.CANCELLED;
        } else {
            finalState = RunState.SUCCESS;
            reason = null;
        }
    }

    private String summary() {
        int failed = 0;
        for (int step = 0; step < grid.steps(); step++) {
            failed += grid.count(step, JobState.FAILED);
        }
        RunStatus.Failure first = failures.getFirst();
        String pages = String.join(
                ",", first.pages().subList(0, Math.min(3, first.pages().size())));
        return failed + (failed == 1 ? " job" : " jobs") + " failed; first " + first.processor() + " on " + pages + ": "
                + first.reason();
    }

    RunState state() {
        if (finalState != null) {
            return finalState;
        }
        boolean untouched = inFlight == 0
                && openUnits.isEmpty()
                && !grid.anyStateIs(JobState.SUCCESS)
                && !grid.anyStateIs(JobState.FAILED);
        return untouched ? RunState.QUEUED : RunState.RUNNING;
    }

    RunStatus status() {
        return new RunStatus(plan.runId(), state(), reason, grid.letters(), failures);
    }

    RunProgressView view() {
        var steps = new ArrayList<RunProgressView.StepCounts>();
        for (int step = 0; step < grid.steps(); step++) {
            steps.add(new RunProgressView.StepCounts(
                    step + 1,
                    plan.steps().get(step).processor(),
                    grid.count(step, JobState.CACHED),
                    grid.count(step, JobState.QUEUED),
                    grid.count(step, JobState.SUCCESS),
                    grid.count(step, JobState.FAILED),
                    grid.count(step, JobState.CANCELLED)));
        }
        return new RunProgressView(state(), reason, steps, List.copyOf(failures));
    }
}
