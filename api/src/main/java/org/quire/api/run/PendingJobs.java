package org.quire.api.run;

import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.api.run.RunSnapshot.JobInHand;
import org.quire.workflows.fetch.FileFetch;
import org.quire.workflows.job.ExternalJobActivity;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobId;

/**
 * The jobs among the activities that Temporal has pending for a run. Temporal's Java SDK lets nobody choose an activity's id, so
 * each job names itself by its heartbeats, whose details are its job id; one that sent none yet is not seen.
 */
final class PendingJobs {

    private final DataConverter converter;

    PendingJobs(DataConverter converter) {
        this.converter = converter;
    }

    /**
     * An activity that waits for a report from outside.
     *
     * @param details null: they are still being made, or who made them died meanwhile
     * @param startedAt when a worker took it
     */
    record HandOut(
            String workflowId,
            String runId,
            String activityId,
            @Nullable HandedOut details,
            Instant startedAt) {}

    Map<JobId, JobInHand> jobs(WorkflowExecutionDescription run) {
        var jobs = new HashMap<JobId, JobInHand>();
        for (PendingActivityInfo activity : run.getRawDescription().getPendingActivitiesList()) {
            HandedOut handedOut = isHandOut(activity) ? details(activity, HandedOut.class) : null;
            JobId id = handedOut == null ? jobId(activity) : handedOut.jobId();
            if (id != null) {
                jobs.put(id, inHand(id, activity, handedOut));
            }
        }
        return jobs;
    }

    /** The jobs that are outside now; one that was taken back is not. */
    List<HandOut> handOuts(WorkflowExecutionDescription run) {
        return run.getRawDescription().getPendingActivitiesList().stream()
                .filter(PendingJobs::isHandOut)
                .filter(activity -> activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
                .map(activity -> new HandOut(
                        run.getExecution().getWorkflowId(),
                        run.getExecution().getRunId(),
                        activity.getActivityId(),
                        details(activity, HandedOut.class),
                        Instant.ofEpochSecond(
                                activity.getLastStartedTime().getSeconds(),
                                activity.getLastStartedTime().getNanos())))
                .toList();
    }

    private static boolean isHandOut(PendingActivityInfo activity) {
        return activity.getActivityType().getName().equals(ExternalJobActivity.HAND_OUT);
    }

    private static JobInHand inHand(JobId id, PendingActivityInfo activity, @Nullable HandedOut handedOut) {
        // The job itself has not started; why its files don't come is worth seeing all the same.
        boolean fetches = activity.getActivityType().getName().equals(FileFetch.ACTIVITY);
        return new JobInHand(
                id,
                activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED && !fetches,
                activity.getAttempt(),
                activity.getLastWorkerIdentity().isEmpty() ? null : activity.getLastWorkerIdentity(),
                activity.hasLastFailure() ? activity.getLastFailure().getMessage() : null,
                handedOut);
    }

    private @Nullable JobId jobId(PendingActivityInfo activity) {
        String text = details(activity, String.class);
        try {
            return text == null ? null : JobId.parse(text);
        } catch (IllegalArgumentException e) {
            // Not a job: another activity of the run, whose heartbeats are its own affair.
            return null;
        }
    }

    private <T> @Nullable T details(PendingActivityInfo activity, Class<T> type) {
        if (!activity.hasHeartbeatDetails()) {
            return null;
        }
        try {
            return converter.fromPayloads(0, Optional.of(activity.getHeartbeatDetails()), type, type);
        } catch (DataConverterException e) {
            return null;
        }
    }
}
