package org.quire.workflows.run;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;

/**
 * Where a run stands: the answer to its query and the core of its report. A job that the run knows as {@code QUEUED} may be running;
 * Temporal's pending activities tell.
 *
 * @param reason why it is FAILED or CANCELLED; null otherwise
 * @param jobStates per step a string with the letter of each unit's {@link org.quire.workflows.job.JobState}
 * @param failures failed and cancelled jobs that have a reason of their own
 */
public record RunStatus(
        RunId runId, RunState state, @Nullable String reason, List<String> jobStates, List<Failure> failures) {

    public RunStatus {
        jobStates = List.copyOf(jobStates);
        failures = List.copyOf(failures);
    }

    /** The state of a job; empty if the run has no such job. */
    public Optional<JobState> jobState(JobId job) {
        boolean exists = job.run().equals(runId)
                && job.step() < jobStates.size()
                && job.unit() < jobStates.get(job.step()).length();
        return exists ? Optional.of(JobState.ofCode(jobStates.get(job.step()).charAt(job.unit()))) : Optional.empty();
    }

    /** A job that did not succeed, the pages that it was for and why. */
    public record Failure(JobId jobId, String processor, List<String> pages, String reason) {}
}
