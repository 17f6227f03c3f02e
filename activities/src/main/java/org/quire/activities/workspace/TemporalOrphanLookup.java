package org.quire.activities.workspace;

import io.temporal.activity.Activity;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowClient;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.quire.activities.temporal.Executions;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.OrphanLookup;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Searches Temporal's list of workflows. The list runs a little behind: while an owner before the asking one is still listed as
 * running, it is searched again. The in-process server has no list, and nothing outlives it that could be lost.
 */
public final class TemporalOrphanLookup implements OrphanLookup {

    private static final int FEW = 10;

    private final Executions executions;

    public TemporalOrphanLookup(WorkflowClient client) {
        this.executions = new Executions(client);
    }

    @Override
    public List<RunId> orphans(WorkspaceRef workspace) {
        String self = Activity.getExecutionContext().getInfo().getRunId();
        return lostItsMemory(workspace, self) ? openRuns(workspace) : List.of();
    }

    private boolean lostItsMemory(WorkspaceRef workspace, String self) {
        List<WorkflowExecutionInfo> before =
                executions.first("WorkflowId = '" + workspace.workflowId() + "'", FEW).stream()
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
        return executions.all("WorkflowType = 'OcrRun' AND ExecutionStatus = 'Running'").stream()
                .filter(info -> executions
                        .metsPath(info)
                        .filter(workspace.metsPath()::equals)
                        .isPresent())
                .sorted(Comparator.comparing(info -> Executions.instant(info.getStartTime())))
                .map(Executions::run)
                .flatMap(Optional::stream)
                .toList();
    }

    private static boolean isRunning(WorkflowExecutionInfo info) {
        return info.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    }

    private static Instant closedAt(WorkflowExecutionInfo info) {
        return Executions.instant(info.getCloseTime());
    }
}
