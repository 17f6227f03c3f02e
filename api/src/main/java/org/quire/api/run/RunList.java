package org.quire.api.run;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.api.engine.EngineConfiguration;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunState;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** The latest runs in Temporal's list of workflows. The list lags behind by moments, and forgets after the retention. */
@Component
class RunList {

    private static final String QUERY = "WorkflowType = 'OcrRun'";
    private static final String ID_PREFIX = new RunId("x").workflowId().replace("x", "");

    private final WorkflowClient client;

    RunList(@Qualifier(EngineConfiguration.CLIENT) WorkflowClient client) {
        this.client = client;
    }

    /** One page of the list, newest first, executions of one run taken together. */
    List<RunSummary> latest(int limit) {
        var request = ListWorkflowExecutionsRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setPageSize(limit)
                .setQuery(QUERY)
                .build();
        return listed(request).stream()
                .filter(info -> info.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW)
                .map(info ->
                        new WorkflowExecutionMetadata(info, client.getOptions().getDataConverter()))
                .flatMap(RunList::summary)
                .toList();
    }

    private List<WorkflowExecutionInfo> listed(ListWorkflowExecutionsRequest request) {
        try {
            return client.getWorkflowServiceStubs()
                    .blockingStub()
                    .listWorkflowExecutions(request)
                    .getExecutionsList();
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                // Temporal's in-process test server has no such list; reports still name the runs that have ended.
                return List.of();
            }
            throw e;
        }
    }

    private static Stream<RunSummary> summary(WorkflowExecutionMetadata run) {
        String id = run.getExecution().getWorkflowId();
        if (!id.startsWith(ID_PREFIX)) {
            return Stream.empty();
        }
        return Stream.of(new RunSummary(
                new RunId(id.substring(ID_PREFIX.length())),
                state(run.getStatus()),
                memo(run, RunMemo.METS_PATH, String.class).orElse("unknown"),
                memo(run, RunMemo.STEPS, Integer.class).orElse(0),
                memo(run, RunMemo.PAGES, Integer.class).orElse(0),
                run.getStartTime(),
                run.getCloseTime()));
    }

    private static <T> Optional<T> memo(WorkflowExecutionMetadata run, String key, Class<T> type) {
        @Nullable Object value = run.getMemo(key, type);
        return Optional.ofNullable(value).map(type::cast);
    }

    /** A completed run has a report, which knows more; until it is there, a run that came to its own end goes on. */
    private static RunState state(WorkflowExecutionStatus status) {
        return switch (status) {
            case WORKFLOW_EXECUTION_STATUS_TERMINATED,
                    WORKFLOW_EXECUTION_STATUS_FAILED,
                    WORKFLOW_EXECUTION_STATUS_TIMED_OUT -> RunState.FAILED;
            case WORKFLOW_EXECUTION_STATUS_CANCELED -> RunState.CANCELLED;
            default -> RunState.RUNNING;
        };
    }
}
