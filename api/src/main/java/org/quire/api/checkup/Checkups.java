package org.quire.api.checkup;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.quire.api.engine.Engine;
import org.quire.api.engine.EngineConfiguration;
import org.quire.workflows.checkup.CheckupReport;
import org.quire.workflows.checkup.CheckupScope;
import org.quire.workflows.checkup.CheckupWorkflow;
import org.quire.workflows.engine.ExecutionStatuses;
import org.quire.workflows.engine.TaskQueues;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Checkups as Temporal has them, which forgets them when its retention is over. */
@Component
class Checkups {

    private final WorkflowClient client;

    Checkups(@Qualifier(EngineConfiguration.CLIENT) WorkflowClient client) {
        this.client = client;
    }

    /** Where a checkup stands. */
    enum State {
        RUNNING,
        SUCCESS,
        FAILED
    }

    /** @param report null until it is over, and if it failed */
    record Standing(
            State state, @Nullable String reason, @Nullable CheckupReport report) {}

    /** @return its id */
    String start(CheckupScope scope) {
        String id = UUID.randomUUID().toString();
        CheckupWorkflow checkup = client.newWorkflowStub(
                CheckupWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(CheckupWorkflow.ID_PREFIX + id)
                        .setTaskQueue(TaskQueues.ENGINE)
                        .setStaticSummary(summary(scope))
                        .build());
        Engine.call(() -> WorkflowClient.start(checkup::run, scope));
        return id;
    }

    private static String summary(CheckupScope scope) {
        return (scope.repair() ? "checks and repairs " : "checks ")
                + (scope.metsPath() == null ? "all workspaces" : scope.metsPath());
    }

    /** Empty if there is no such checkup. */
    Optional<Standing> find(String id) {
        WorkflowStub stub = client.newUntypedWorkflowStub(CheckupWorkflow.ID_PREFIX + id);
        try {
            WorkflowExecutionDescription description = Engine.call(stub::describe);
            return Optional.of(standing(stub, description.getStatus()));
        } catch (WorkflowNotFoundException e) {
            return Optional.empty();
        }
    }

    private static Standing standing(WorkflowStub stub, WorkflowExecutionStatus status) {
        if (ExecutionStatuses.isOpen(status)) {
            return new Standing(State.RUNNING, null, null);
        }
        if (status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED) {
            String how = "It ended without a report (" + ExecutionStatuses.word(status)
                    + "); the Temporal Web UI has the cause.";
            return new Standing(State.FAILED, how, null);
        }
        return new Standing(State.SUCCESS, null, Engine.call(() -> stub.getResult(CheckupReport.class)));
    }
}
