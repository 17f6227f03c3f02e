package org.quire.api.run;

import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.quire.api.run.RunSnapshot.JobInHand;
import org.quire.workflows.fetch.FileFetch;
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

    Map<JobId, JobInHand> jobs(WorkflowExecutionDescription run) {
        var jobs = new HashMap<JobId, JobInHand>();
        for (PendingActivityInfo activity : run.getRawDescription().getPendingActivitiesList()) {
            jobId(activity).ifPresent(id -> jobs.put(id, inHand(id, activity)));
        }
        return jobs;
    }

    private static JobInHand inHand(JobId id, PendingActivityInfo activity) {
        // The job itself has not started; why its files don't come is worth seeing all the same.
        boolean fetches = activity.getActivityType().getName().equals(FileFetch.ACTIVITY);
        return new JobInHand(
                id,
                activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED && !fetches,
                activity.getAttempt(),
                activity.getLastWorkerIdentity().isEmpty() ? null : activity.getLastWorkerIdentity(),
                activity.hasLastFailure() ? activity.getLastFailure().getMessage() : null);
    }

    private Optional<JobId> jobId(PendingActivityInfo activity) {
        if (!activity.hasHeartbeatDetails()) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(converter.fromPayloads(
                            0, Optional.of(activity.getHeartbeatDetails()), String.class, String.class))
                    .map(JobId::parse);
        } catch (DataConverterException | IllegalArgumentException e) {
            // Not a job: another activity of the run, whose heartbeats are its own affair.
            return Optional.empty();
        }
    }
}
