package org.quire.systemtests.chaos;

import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.systemtests.harness.TemporalDoor;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.run.RunStatus;

/**
 * What Temporal has recorded of an ended run, over all its executions.
 *
 * @param status what it returned; null: it did not come to its own end
 */
record RunHistory(
        String run, Instant begun, Instant ended, @Nullable RunStatus status, Map<JobId, Job> jobs) {

    private static final String JOB = "RunProcessor";

    /**
     * The activities of one job.
     *
     * @param scheduled how often it was handed to workers, attempts not counted
     * @param results of all that came to an end, with the time at which Temporal had it
     * @param attempts of the last one
     */
    record Job(JobRequest request, int scheduled, List<Reported> results, int attempts) {

        /** The result; null: it has none. */
        @Nullable
        Reported success() {
            return results.stream()
                    .filter(reported -> reported.result().succeeded())
                    .findFirst()
                    .orElse(null);
        }
    }

    record Reported(JobResult result, Instant at) {}

    static RunHistory of(TemporalDoor temporal, String workflowId) {
        List<WorkflowExecutionInfo> executions = new ArrayList<>(temporal.list("WorkflowId = '" + workflowId + "'"));
        executions.sort(Comparator.comparing(info -> instant(info.getStartTime())));
        var reader = new Reader();
        executions.forEach(info -> temporal.history(info.getExecution()).forEach(reader::read));
        WorkflowExecutionInfo last = executions.getLast();
        boolean completed = last.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
        return new RunHistory(
                workflowId.substring(workflowId.indexOf('/') + 1),
                instant(executions.getFirst().getStartTime()),
                instant(last.getCloseTime()),
                completed ? reader.status : null,
                reader.jobs());
    }

    private static Instant instant(com.google.protobuf.Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    private static <T> T decode(Payloads payloads, Class<T> type) {
        return QuireData.converter().fromPayloads(0, Optional.of(payloads), type, type);
    }

    /** Goes through the events of one execution after the other. */
    private static final class Reader {

        private final Map<Long, JobRequest> open = new HashMap<>();
        private final Map<Long, Integer> attempts = new HashMap<>();
        private final Map<JobId, Job> jobs = new LinkedHashMap<>();
        private @Nullable RunStatus status;

        Map<JobId, Job> jobs() {
            return jobs;
        }

        void read(HistoryEvent event) {
            switch (event.getEventType()) {
                case EVENT_TYPE_ACTIVITY_TASK_SCHEDULED -> {
                    var scheduled = event.getActivityTaskScheduledEventAttributes();
                    if (scheduled.getActivityType().getName().equals(JOB)) {
                        JobRequest request = decode(scheduled.getInput(), JobRequest.class);
                        open.put(event.getEventId(), request);
                        Job job = jobs.getOrDefault(request.jobId(), new Job(request, 0, List.of(), 0));
                        jobs.put(request.jobId(), new Job(request, job.scheduled + 1, job.results, job.attempts));
                    }
                }
                case EVENT_TYPE_ACTIVITY_TASK_STARTED -> {
                    var started = event.getActivityTaskStartedEventAttributes();
                    attempts.put(started.getScheduledEventId(), started.getAttempt());
                }
                case EVENT_TYPE_ACTIVITY_TASK_COMPLETED -> {
                    var completed = event.getActivityTaskCompletedEventAttributes();
                    JobRequest request = open.get(completed.getScheduledEventId());
                    if (request != null) {
                        ended(request, completed.getScheduledEventId(), completed.getResult(), event);
                    }
                }
                case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED ->
                    status = decode(
                            event.getWorkflowExecutionCompletedEventAttributes().getResult(), RunStatus.class);
                case EVENT_TYPE_WORKFLOW_EXECUTION_STARTED -> {
                    open.clear();
                    attempts.clear();
                }
                default -> {}
            }
        }

        private void ended(JobRequest request, long scheduledEvent, Payloads result, HistoryEvent event) {
            Job job = jobs.get(request.jobId());
            List<Reported> results = new ArrayList<>(job.results);
            results.add(new Reported(decode(result, JobResult.class), instant(event.getEventTime())));
            jobs.put(
                    request.jobId(),
                    new Job(request, job.scheduled, results, attempts.getOrDefault(scheduledEvent, 1)));
        }
    }
}
