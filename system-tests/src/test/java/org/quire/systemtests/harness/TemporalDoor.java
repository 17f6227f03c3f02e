package org.quire.systemtests.harness;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.Timestamps;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.api.workflowservice.v1.ResetWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.workspace.WorkspaceRef;

/** What a person does to workflows behind Quire's back, by Temporal's Web UI or command line. */
public final class TemporalDoor implements AutoCloseable {

    private final WorkflowServiceStubs stubs;
    private final WorkflowClient client;

    public TemporalDoor(String target) {
        stubs = WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
        client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build());
    }

    public WorkflowClient client() {
        return client;
    }

    public WorkflowStub run(String runId) {
        return client.newUntypedWorkflowStub(new RunId(runId).workflowId());
    }

    public WorkflowStub owner(Book book) {
        return client.newUntypedWorkflowStub(new WorkspaceRef(book.mets().toString()).workflowId());
    }

    /** Whether a worker is at work at a commit to the book, as such an attempt or a later one. */
    public boolean isCommitting(Book book, int attempt) {
        try {
            return owner(book).describe().getRawDescription().getPendingActivitiesList().stream()
                    .anyMatch(activity -> activity.getActivityType().getName().equals("CommitToMets")
                            && activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED
                            && activity.getAttempt() >= attempt);
        } catch (WorkflowNotFoundException e) {
            return false;
        }
    }

    public List<HistoryEvent> history(WorkflowExecution execution) {
        return client.fetchHistory(execution.getWorkflowId(), execution.getRunId())
                .getEvents();
    }

    /** Sets a run back to just after its first workflow task that was completed after so many events. */
    public void reset(String runId, int events) {
        WorkflowExecution execution = run(runId).describe().getExecution();
        HistoryEvent point = history(execution).stream()
                .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED)
                .filter(event -> event.getEventId() >= events)
                .findFirst()
                .orElseThrow();
        stubs.blockingStub()
                .resetWorkflowExecution(ResetWorkflowExecutionRequest.newBuilder()
                        .setNamespace("default")
                        .setWorkflowExecution(execution)
                        .setWorkflowTaskFinishEventId(point.getEventId())
                        .setRequestId(UUID.randomUUID().toString())
                        .setReason("for the test")
                        .build());
    }

    /** Starts the same as an earlier run once more, under another id and with a time after which Temporal ends it. */
    public void startAgain(String runId, String newRunId, Duration timeout) {
        Payload input = history(run(runId).describe().getExecution())
                .getFirst()
                .getWorkflowExecutionStartedEventAttributes()
                .getInput()
                .getPayloads(0);
        ByteString changed =
                ByteString.copyFromUtf8(input.getData().toStringUtf8().replace(runId, newRunId));
        RunInput again = QuireData.converter()
                .fromPayload(input.toBuilder().setData(changed).build(), RunInput.class, RunInput.class);
        client.newUntypedWorkflowStub(
                        "OcrRun",
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(new RunId(newRunId).workflowId())
                                .setTaskQueue(TaskQueues.ENGINE)
                                .setWorkflowExecutionTimeout(timeout)
                                .build())
                .start(again);
    }

    /** All executions that match, the latest first. */
    public List<WorkflowExecutionInfo> list(String query) {
        List<WorkflowExecutionInfo> all = new ArrayList<>();
        ByteString next = ByteString.EMPTY;
        do {
            ListWorkflowExecutionsResponse page = stubs.blockingStub()
                    .listWorkflowExecutions(ListWorkflowExecutionsRequest.newBuilder()
                            .setNamespace("default")
                            .setPageSize(1_000)
                            .setQuery(query)
                            .setNextPageToken(next)
                            .build());
            all.addAll(page.getExecutionsList());
            next = page.getNextPageToken();
        } while (!next.isEmpty());
        return all;
    }

    /** A workflow task that failed. */
    public record FailedTask(String workflowId, HistoryEvent event) {

        /**
         * The SDK had an outdated copy of the workflow in its cache and refused to go on from it: a query that had waited overtook the newer task
         * and put the state that it knew in that one's place. Temporal gives the task out again with the whole history.
         */
        public boolean isOfOutdatedCache() {
            return event.getWorkflowTaskFailedEventAttributes()
                    .getFailure()
                    .getMessage()
                    .startsWith("History is out of order. There is a gap");
        }

        @Override
        public String toString() {
            return workflowId + ": " + event;
        }
    }

    /** Workflow tasks that failed, over all executions of runs and workspaces begun since. */
    public List<FailedTask> failedTasks(long sinceMillis) {
        return failedTasks(list("StartTime >= '" + Timestamps.toString(Timestamps.fromMillis(sinceMillis)) + "'"));
    }

    /** The same of these executions. */
    public List<FailedTask> failedTasks(List<WorkflowExecutionInfo> executions) {
        List<FailedTask> failed = new ArrayList<>();
        for (WorkflowExecutionInfo info : executions) {
            for (HistoryEvent event : history(info.getExecution())) {
                if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED && isFault(event)) {
                    failed.add(new FailedTask(info.getExecution().getWorkflowId(), event));
                }
            }
        }
        return failed;
    }

    /** No faults: that a workflow was reset, and that a message came just when it wanted to end, so that it has to decide again. */
    private static boolean isFault(HistoryEvent event) {
        return switch (event.getWorkflowTaskFailedEventAttributes().getCause()) {
            case WORKFLOW_TASK_FAILED_CAUSE_RESET_WORKFLOW,
                    WORKFLOW_TASK_FAILED_CAUSE_RESET_STICKY_TASK_QUEUE,
                    WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND -> false;
            default -> true;
        };
    }

    @Override
    public void close() {
        stubs.shutdownNow();
    }
}
