package org.quire.api.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;

/**
 * A run at one moment: what it knows of itself, and what Temporal knows of its jobs in hand.
 *
 * @param inHand the jobs that Temporal holds, by id; only some of them are running
 * @param endedAt null: it goes on
 */
public record RunSnapshot(
        RunPlan plan,
        RunStatus status,
        Map<JobId, JobInHand> inHand,
        Instant startedAt,
        @Nullable Instant endedAt) {

    public RunSnapshot {
        inHand = Map.copyOf(inHand);
    }

    /**
     * A job that was handed to Temporal and has not ended.
     *
     * @param running whether a worker has it
     * @param attempt from 1
     * @param worker the worker that has or had it; null: none yet
     * @param lastFailure why the last attempt was lost; null: none was
     * @param handedOut what somebody outside needs to run it; null: it is not handed out
     */
    public record JobInHand(
            JobId jobId,
            boolean running,
            int attempt,
            @Nullable String worker,
            @Nullable String lastFailure,
            @Nullable HandedOut handedOut) {

        /** A job that is not handed out. */
        public JobInHand(
                JobId jobId, boolean running, int attempt, @Nullable String worker, @Nullable String lastFailure) {
            this(jobId, running, attempt, worker, lastFailure, null);
        }
    }

    /** What somebody outside needs to run a job; null if it is not handed out now. */
    @Nullable
    HandedOut handedOut(JobId job) {
        JobInHand hand = inHand.get(job);
        return hand == null || !hand.running() ? null : hand.handedOut();
    }

    /** RUNNING from the moment when a worker took the first job: one that only waits in a queue has not started. */
    public RunState state() {
        return status.state().isTerminal() ? status.state() : hasBegun() ? RunState.RUNNING : RunState.QUEUED;
    }

    private boolean hasBegun() {
        return inHand.values().stream().anyMatch(job -> job.running() || job.attempt() > 1)
                || status.jobStates().stream().anyMatch(RunSnapshot::hasResult);
    }

    private static boolean hasResult(String letters) {
        return letters.indexOf(JobState.SUCCESS.code()) >= 0 || letters.indexOf(JobState.FAILED.code()) >= 0;
    }

    /** @return empty if the run has no such job */
    public Optional<JobState> jobState(JobId id) {
        if (!id.run().equals(plan.runId())
                || id.step() >= plan.steps().size()
                || id.unit() >= plan.units().count()) {
            return Optional.empty();
        }
        return Optional.of(jobState(id.step(), id.unit()));
    }

    private JobState jobState(int step, int unit) {
        JobState known = step < status.jobStates().size()
                        && unit < status.jobStates().get(step).length()
                ? JobState.ofCode(status.jobStates().get(step).charAt(unit))
                : JobState.CACHED;
        if (known == JobState.SUCCESS && plan.kind() == RunPlan.Kind.PROCESSOR) {
            return ofSingleJob();
        }
        if (known.isTerminal()) {
            return known;
        }
        JobInHand hand = inHand.get(new JobId(plan.runId(), step, unit));
        return hand != null && hand.running() ? JobState.RUNNING : known;
    }

    /** Its client looks into {@code mets.xml} next, so the job has not succeeded before its result is there. */
    private JobState ofSingleJob() {
        return switch (status.state()) {
            case QUEUED, RUNNING -> JobState.RUNNING;
            case SUCCESS -> JobState.SUCCESS;
            case FAILED, CANCELLED -> JobState.FAILED;
        };
    }

    /** How many jobs of a step are in each state; states without a job are left out. */
    public Map<JobState, Integer> counts(int step) {
        var counts = new EnumMap<JobState, Integer>(JobState.class);
        for (int unit = 0; unit < plan.units().count(); unit++) {
            counts.merge(jobState(step, unit), 1, Integer::sum);
        }
        return counts;
    }

    /** The jobs of a step that are in a state. */
    public List<JobId> jobs(int step, JobState state) {
        var jobs = new ArrayList<JobId>();
        for (int unit = 0; unit < plan.units().count(); unit++) {
            if (jobState(step, unit) == state) {
                jobs.add(new JobId(plan.runId(), step, unit));
            }
        }
        return jobs;
    }
}
