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

    /**
     * The same for a run that was ended from outside, so that nothing more comes of it.
     *
     * @param how in a word or two, such as "terminated"
     */
    public RunStatus endedFromOutside(String how) {
        List<String> ended = jobStates.stream().map(RunStatus::withoutOpenJobs).toList();
        return new RunStatus(runId, RunState.FAILED, "The run was ended from outside (" + how + ").", ended, failures);
    }

    private static String withoutOpenJobs(String letters) {
        StringBuilder ended = new StringBuilder(letters);
        for (int i = 0; i < ended.length(); i++) {
            if (!JobState.ofCode(ended.charAt(i)).isTerminal()) {
                ended.setCharAt(i, JobState.CANCELLED.code());
            }
        }
        return ended.toString();
    }

    /** A job that did not succeed, the pages that it was for and why. */
    public record Failure(JobId jobId, String processor, List<String> pages, String reason) {}
}
