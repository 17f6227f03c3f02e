package org.quire.workflows.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage.Standing;

/**
 * Which jobs of a run may start and what the end of one means for the others of its unit. Units that are begun go first, so that
 * few are open at a time; other units are never touched by a job's end.
 */
final class JobFlow {

    private final RunId run;
    private final StepGraph graph;
    private final JobTable jobs;
    private final Ends ends;
    private final Deque<JobId> ready = new ArrayDeque<>();
    private final boolean[] endedNow;
    private Grants grants;
    private boolean closed;
    private boolean held;
    private int inFlight;

    /** Is told of each job's end and of each unit's, once. */
    interface Ends {

        void jobEnded(JobId job);

        void unitDone(int unit);
    }

    JobFlow(RunId run, StepGraph graph, JobTable jobs, Ends ends) {
        this.run = run;
        this.graph = graph;
        this.jobs = jobs;
        this.ends = ends;
        grants = new Grants(jobs.units());
        endedNow = new boolean[graph.size()];
    }

    void grant(List<UnitRange> ranges) {
        ranges.forEach(grants::grant);
    }

    List<UnitRange> granted() {
        return grants.ranges();
    }

    /** Starts nothing until it is said which units this run still has. */
    void hold() {
        held = true;
    }

    /** These units, and no others, are this run's from now on. Those begun before go on where they were. */
    void regrant(List<UnitRange> ranges) {
        held = false;
        grants = new Grants(jobs.units());
        ready.clear();
        grant(ranges);
    }

    /** Whether units are left that this run may not work on yet and still would. */
    boolean awaitsGrants() {
        return !closed && !grants.isComplete();
    }

    /**
     * What this run may work on and what it is through with.
     *
     * @param pendingReleases units that are done without the owner of the workspace knowing it for sure
     */
    Standing standing(Set<Integer> pendingReleases) {
        List<UnitRange> done = new ArrayList<>();
        for (int unit = 0; unit < jobs.units(); unit++) {
            if (jobs.isUnitDone(unit) && !pendingReleases.contains(unit)) {
                UnitRange last = done.isEmpty() ? null : done.getLast();
                if (last != null && last.last() == unit - 1) {
                    done.removeLast();
                    done.add(new UnitRange(last.first(), unit));
                } else {
                    done.add(new UnitRange(unit, unit));
                }
            }
        }
        return new Standing(granted(), done);
    }

    int inFlight() {
        return inFlight;
    }

    boolean isInFlight(JobId job) {
        return job.step() < jobs.steps()
                && job.unit() < jobs.units()
                && jobs.state(job.step(), job.unit()) == JobState.QUEUED;
    }

    /** The jobs to start now, at most {@code most}; they are in flight from now on. */
    List<JobId> start(int most) {
        List<JobId> started = new ArrayList<>();
        while (started.size() < most && hasNext()) {
            JobId job = ready.remove();
            jobs.move(job.step(), job.unit(), JobState.QUEUED);
            started.add(job);
        }
        inFlight += started.size();
        return started;
    }

    /** Whether a job may start now. */
    boolean hasNext() {
        while (!closed && !held) {
            JobId job = ready.peek();
            if (job != null) {
                if (jobs.state(job.step(), job.unit()) == JobState.CACHED) {
                    return true;
                }
                // After a regrant a job may be ready twice: by its unit's grant, and by the end of the job it waited
                // for.
                ready.remove();
            } else if (!beginUnit()) {
                return false;
            }
        }
        return false;
    }

    /** Makes those jobs of the next granted unit ready that wait for nothing; false if no unit is left. */
    private boolean beginUnit() {
        int unit = grants.nextToBegin();
        if (unit < 0) {
            return false;
        }
        for (int step = 0; step < jobs.steps(); step++) {
            if (jobs.state(step, unit) == JobState.CACHED && isFree(step, unit)) {
                ready.add(new JobId(run, step, unit));
            }
        }
        return true;
    }

    /** A job in flight has ended: its dependents become ready, or are cancelled if it did not succeed. */
    void end(JobId job, JobState terminal) {
        int unit = job.unit();
        Arrays.fill(endedNow, false);
        inFlight--;
        moveToEnd(job.step(), unit, terminal);
        // Later steps only ever wait for earlier ones, so one pass in script order reaches all of them.
        for (int step = job.step() + 1; step < jobs.steps(); step++) {
            if (jobs.state(step, unit) != JobState.CACHED) {
                continue;
            }
            if (isHopeless(step, unit)) {
                moveToEnd(step, unit, JobState.CANCELLED);
            } else if (!closed && grants.has(unit) && waitedForOneThatEnded(step) && isFree(step, unit)) {
                ready.add(new JobId(run, step, unit));
            }
        }
        if (jobs.isUnitDone(unit)) {
            ends.unitDone(unit);
        }
    }

    /** Starts nothing from now on and cancels all that has not started. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        ready.clear();
        for (int unit = 0; unit < jobs.units(); unit++) {
            if (!jobs.isUnitDone(unit)) {
                cancelWaiting(unit);
            }
        }
    }

    private void cancelWaiting(int unit) {
        for (int step = 0; step < jobs.steps(); step++) {
            if (jobs.state(step, unit) == JobState.CACHED) {
                moveToEnd(step, unit, JobState.CANCELLED);
            }
        }
        if (jobs.isUnitDone(unit)) {
            ends.unitDone(unit);
        }
    }

    private void moveToEnd(int step, int unit, JobState terminal) {
        jobs.move(step, unit, terminal);
        endedNow[step] = true;
        ends.jobEnded(new JobId(run, step, unit));
    }

    private boolean isHopeless(int step, int unit) {
        for (int needed : graph.needs(step)) {
            JobState state = jobs.state(needed, unit);
            if (state == JobState.FAILED || state == JobState.CANCELLED) {
                return true;
            }
        }
        return false;
    }

    private boolean isFree(int step, int unit) {
        for (int needed : graph.needs(step)) {
            if (jobs.state(needed, unit) != JobState.SUCCESS) {
                return false;
            }
        }
        for (int earlier : graph.after(step)) {
            if (!jobs.state(earlier, unit).isTerminal()) {
                return false;
            }
        }
        return true;
    }

    private boolean waitedForOneThatEnded(int step) {
        return anyEndedNow(graph.needs(step)) || anyEndedNow(graph.after(step));
    }

    private boolean anyEndedNow(int[] steps) {
        for (int step : steps) {
            if (endedNow[step]) {
                return true;
            }
        }
        return false;
    }
}
