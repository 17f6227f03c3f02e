package org.quire.workflows.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.JobState;

/**
 * How a run has ended and why. SUCCESS only if every job succeeded and every result is in {@code mets.xml}; of several causes the
 * one that a person has to act on is named.
 */
record RunVerdict(RunState state, @Nullable String reason) {

    private static final int NAMED = 5;
    private static final int REASON_LENGTH = 200;

    static RunVerdict of(JobTable jobs, Interruption interruption, List<RunStatus.Failure> failures) {
        if (interruption.commitFailure() != null) {
            return new RunVerdict(
                    RunState.FAILED, "Results could not be written to mets.xml: " + interruption.commitFailure());
        }
        if (jobs.count(JobState.SUCCESS) == jobs.steps() * jobs.units()) {
            return new RunVerdict(RunState.SUCCESS, null);
        }
        if (interruption.stop()) {
            return new RunVerdict(RunState.CANCELLED, "The run was stopped.");
        }
        if (interruption.cancel()) {
            return new RunVerdict(RunState.CANCELLED, "The run was cancelled.");
        }
        if (interruption.dependencyFailure() != null) {
            return new RunVerdict(RunState.CANCELLED, interruption.dependencyFailure());
        }
        if (jobs.count(JobState.FAILED) > 0) {
            return new RunVerdict(RunState.FAILED, named(jobs, failures));
        }
        return new RunVerdict(RunState.CANCELLED, "Jobs were cancelled from outside.");
    }

    private static String named(JobTable jobs, List<RunStatus.Failure> failures) {
        int failed = jobs.count(JobState.FAILED);
        var text = new StringBuilder(failed == 1 ? "1 job failed: " : failed + " jobs failed: ");
        for (int i = 0; i < Math.min(NAMED, failures.size()); i++) {
            RunStatus.Failure failure = failures.get(i);
            text.append(i == 0 ? "" : ", ")
                    .append(failure.processor())
                    .append(" on ")
                    .append(pages(failure.pages()));
        }
        if (failed > NAMED) {
            text.append(" and ").append(failed - NAMED).append(" more");
        }
        if (!failures.isEmpty()) {
            text.append(" (").append(shortened(failures.get(0).reason())).append(')');
        }
        return text.toString();
    }

    private static String pages(List<String> pages) {
        return pages.size() <= 2
                ? String.join(", ", pages)
                : pages.get(0) + " to " + pages.get(pages.size() - 1) + " (" + pages.size() + " pages)";
    }

    private static String shortened(String reason) {
        return reason.length() <= REASON_LENGTH ? reason : reason.substring(0, REASON_LENGTH - 1) + "…";
    }
}
