package org.quire.workflows.engine;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.util.Locale;

/** What Temporal's statuses of executions mean for whoever waits for a workflow. */
public final class ExecutionStatuses {

    private ExecutionStatuses() {}

    /** Whether something may still come of the workflow. */
    public static boolean isOpen(WorkflowExecutionStatus status) {
        return switch (status) {
            case WORKFLOW_EXECUTION_STATUS_COMPLETED,
                    WORKFLOW_EXECUTION_STATUS_FAILED,
                    WORKFLOW_EXECUTION_STATUS_CANCELED,
                    WORKFLOW_EXECUTION_STATUS_TERMINATED,
                    WORKFLOW_EXECUTION_STATUS_TIMED_OUT -> false;
            default -> true;
        };
    }

    /** How an execution ended, for people. */
    public static String word(WorkflowExecutionStatus status) {
        return status.name()
                .replace("WORKFLOW_EXECUTION_STATUS_", "")
                .replace('_', ' ')
                .toLowerCase(Locale.ROOT);
    }
}
