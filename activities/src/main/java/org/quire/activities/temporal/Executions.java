package org.quire.activities.temporal;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.quire.workflows.engine.ExecutionStatuses;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;

/** Temporal's list of workflows, which runs a little behind, and what it says of one, which does not. */
public final class Executions {

    private static final int PAGE = 500;
    private static final String RUN_PREFIX = new RunId("x").workflowId().replace("x", "");

    private final WorkflowClient client;

    public Executions(WorkflowClient client) {
        this.client = client;
    }

    /** All that match, those that run first, then those that ended last; none if the server keeps no list. */
    public List<WorkflowExecutionInfo> all(String query) {
        List<WorkflowExecutionInfo> all = new ArrayList<>();
        ByteString next = ByteString.EMPTY;
        do {
            ListWorkflowExecutionsResponse page = list(query, PAGE, next);
            all.addAll(page.getExecutionsList());
            next = page.getNextPageToken();
        } while (!next.isEmpty());
        return all;
    }

    /** The first few of them. */
    public List<WorkflowExecutionInfo> first(String query, int most) {
        return list(query, most, ByteString.EMPTY).getExecutionsList();
    }

    private ListWorkflowExecutionsResponse list(String query, int size, ByteString token) {
        try {
            return client.getWorkflowServiceStubs()
                    .blockingStub()
                    .listWorkflowExecutions(ListWorkflowExecutionsRequest.newBuilder()
                            .setNamespace(client.getOptions().getNamespace())
                            .setPageSize(size)
                            .setQuery(query)
                            .setNextPageToken(token)
                            .build());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                // The in-process server keeps no list.
                return ListWorkflowExecutionsResponse.getDefaultInstance();
            }
            throw e;
        }
    }

    /** Where the latest execution stands; empty if Temporal does not know the workflow (any more). */
    public Optional<WorkflowExecutionStatus> status(String workflowId) {
        try {
            return Optional.of(
                    client.newUntypedWorkflowStub(workflowId).describe().getStatus());
        } catch (WorkflowNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Whether something may still come of the workflow. */
    public boolean isOpen(String workflowId) {
        return status(workflowId).filter(ExecutionStatuses::isOpen).isPresent();
    }

    /** The run that this is an execution of; empty if it is another workflow. */
    public static Optional<RunId> run(WorkflowExecutionInfo info) {
        String id = info.getExecution().getWorkflowId();
        return id.startsWith(RUN_PREFIX) ? Optional.of(new RunId(id.substring(RUN_PREFIX.length()))) : Optional.empty();
    }

    /** The METS of a run, by its memo; empty: it has none. */
    public Optional<String> metsPath(WorkflowExecutionInfo info) {
        var metadata = new WorkflowExecutionMetadata(info, client.getOptions().getDataConverter());
        Object path = metadata.getMemo(RunPlan.METS_PATH_MEMO, String.class);
        return Optional.ofNullable(path).map(Object::toString);
    }

    public static Instant instant(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }
}
