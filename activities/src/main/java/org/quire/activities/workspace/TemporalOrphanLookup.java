package org.quire.activities.workspace;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.activity.Activity;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.workspace.OrphanLookup;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Searches Temporal's list of workflows. The list runs a little behind: while an owner before the asking one is still listed as
 * running, it is searched again.
 */
public final class TemporalOrphanLookup implements OrphanLookup {

    private static final int PAGE = 500;
    private static final int FEW = 10;
    private static final String RUN_PREFIX = new RunId("x").workflowId().replace("x", "");

    private final WorkflowClient client;

    public TemporalOrphanLookup(WorkflowClient client) {
        this.client = client;
    }

    @Override
    public List<RunId> orphans(WorkspaceRef workspace) {
        String self = Activity.getExecutionContext().getInfo().getRunId();
        try {
            return lostItsMemory(workspace, self) ? openRuns(workspace) : List.of();
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                // The in-process server keeps no list, and nothing outlives it that could be lost.
                return List.of();
            }
            throw e;
        }
    }

    private boolean lostItsMemory(WorkspaceRef workspace, String self) {
        // Those that run come first, then those that ended last.
        List<WorkflowExecutionInfo> before =
                list("WorkflowId = '" + workspace.workflowId() + "'", FEW, ByteString.EMPTY)
                        .getExecutionsList()
                        .stream()
                        .filter(info -> !info.getExecution().getRunId().equals(self))
                        .toList();
        if (before.stream().anyMatch(TemporalOrphanLookup::isRunning)) {
            throw new IllegalStateException("Expected the owner before to be listed as ended, but it is not yet.");
        }
        return before.stream()
                .max(Comparator.comparing(TemporalOrphanLookup::closedAt))
                .filter(last -> last.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED)
                .filter(last -> last.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW)
                .isPresent();
    }

    private List<RunId> openRuns(WorkspaceRef workspace) {
        return all("WorkflowType = 'OcrRun' AND ExecutionStatus = 'Running'").stream()
                .filter(info -> info.getExecution().getWorkflowId().startsWith(RUN_PREFIX))
                .filter(info -> workspace.metsPath().equals(metsPath(info)))
                .sorted(Comparator.comparing(info -> instant(info.getStartTime())))
                .map(info -> new RunId(info.getExecution().getWorkflowId().substring(RUN_PREFIX.length())))
                .toList();
    }

    private String metsPath(WorkflowExecutionInfo info) {
        var metadata = new WorkflowExecutionMetadata(info, client.getOptions().getDataConverter());
        Object path = metadata.getMemo(RunPlan.METS_PATH_MEMO, String.class);
        return path == null ? "" : path.toString();
    }

    private List<WorkflowExecutionInfo> all(String query) {
        List<WorkflowExecutionInfo> all = new ArrayList<>();
        ByteString next = ByteString.EMPTY;
        do {
            ListWorkflowExecutionsResponse page = list(query, PAGE, next);
            all.addAll(page.getExecutionsList());
            next = page.getNextPageToken();
        } while (!next.isEmpty());
        return all;
    }

    private ListWorkflowExecutionsResponse list(String query, int size, ByteString token) {
        return client.getWorkflowServiceStubs()
                .blockingStub()
                .listWorkflowExecutions(ListWorkflowExecutionsRequest.newBuilder()
                        .setNamespace(client.getOptions().getNamespace())
                        .setPageSize(size)
                        .setQuery(query)
                        .setNextPageToken(token)
                        .build());
    }

    private static boolean isRunning(WorkflowExecutionInfo info) {
        return info.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    }

    private static Instant closedAt(WorkflowExecutionInfo info) {
        return instant(info.getCloseTime());
    }

    private static Instant instant(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }
}
