package org.quire.activities.workspace;

import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.common.converter.DataConverterException;
import java.util.List;
import java.util.Optional;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.StartedJobs;

/** Asks Temporal what activities of a run are pending. A worker names its job by its first heartbeat, the first thing that it does. */
public final class TemporalStartedJobs implements StartedJobs {

    private static final String JOB_TYPE = "RunProcessor";

    private final WorkflowClient client;

    public TemporalStartedJobs(WorkflowClient client) {
        this.client = client;
    }

    @Override
    public List<JobId> started(RunId run) {
        return client
                .newUntypedWorkflowStub(run.workflowId())
                .describe()
                .getRawDescription()
                .getPendingActivitiesList()
                .stream()
                .filter(activity -> activity.getActivityType().getName().equals(JOB_TYPE))
                .filter(activity -> activity.getState() != PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED)
                .map(this::job)
                .toList();
    }

    private JobId job(PendingActivityInfo activity) {
        if (!activity.hasHeartbeatDetails()) {
            throw new IllegalStateException("Expected the worker of activity " + activity.getActivityId()
                    + " to have named its job, but it has only just started.");
        }
        try {
            return JobId.parse(client.getOptions()
                    .getDataConverter()
                    .fromPayloads(0, Optional.of(activity.getHeartbeatDetails()), String.class, String.class));
        } catch (DataConverterException e) {
            throw new IllegalStateException(
                    "Expected a job id from the worker of activity " + activity.getActivityId() + ".", e);
        }
    }
}
