package org.quire.systemtests.harness;

import com.google.protobuf.util.Timestamps;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ResetWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.RunId;
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

    /** All executions that match, the latest first. */
    public List<WorkflowExecutionInfo> list(String query) {
        return stubs.blockingStub()
                .listWorkflowExecutions(ListWorkflowExecutionsRequest.newBuilder()
                        .setNamespace("default")
                        .setPageSize(1_000)
                        .setQuery(query)
                        .build())
                .getExecutionsList();
    }

    /**
     * Workflow tasks that failed, over all executions of runs and workspaces begun since. Two kinds are no failures: what was reset, and
     * a last task that Temporal gave back, since a signal arrived at the very moment when the workflow wanted to leave, so that it is
     * not lost; no workflow can prevent that one.
     */
    public List<String> failedTasks(long sinceMillis) {
        List<String> failed = new ArrayList<>();
        for (WorkflowExecutionInfo info :
                list("StartTime >= '" + Timestamps.toString(Timestamps.fromMillis(sinceMillis)) + "'")) {
            for (HistoryEvent event : history(info.getExecution())) {
                if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED
                        && isFault(event.getWorkflowTaskFailedEventAttributes().getCause())) {
                    failed.add(info.getExecution().getWorkflowId() + ": " + event);
                }
            }
        }
        return failed;
    }

    private static boolean isFault(WorkflowTaskFailedCause cause) {
        return cause != WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_RESET_WORKFLOW
                && cause != WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND;
    }

    @Override
    public void close() {
        stubs.shutdownNow();
    }
}
