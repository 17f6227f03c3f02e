package org.quire.activities.checkup;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.quire.activities.temporal.Executions;
import org.quire.workflows.checkup.Finding.Kind;
import org.quire.workflows.checkup.Finding.Standing;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflow;

/**
 * Compares who holds or awaits pages with who goes on. Both sides look after that themselves: an owner looks every half minute whether
 * its runs are over, and a run that waits asks after half a minute of silence.
 */
final class LockCheck {

    private final WorkflowClient client;
    private final Executions executions;
    private final Findings findings;

    LockCheck(WorkflowClient client, Executions executions, Findings findings) {
        this.client = client;
        this.executions = executions;
        this.findings = findings;
    }

    void compare(Map<RunId, RunCheck.Known> runs) {
        Map<String, Set<RunId>> open = new TreeMap<>();
        runs.forEach((run, known) -> {
            if (known.wentOn()) {
                open.computeIfAbsent(known.metsPath(), any -> new LinkedHashSet<>())
                        .add(run);
            }
        });
        runs.values().stream()
                .map(RunCheck.Known::metsPath)
                .distinct()
                .forEach(path -> compare(path, open.getOrDefault(path, Set.of())));
    }

    private void compare(String metsPath, Set<RunId> open) {
        Set<RunId> registered = registered(new WorkspaceRef(metsPath));
        registered.stream()
                .filter(run -> !open.contains(run) && !executions.isOpen(run.workflowId()))
                .forEach(run -> findings.add(
                        Kind.LOCK_OF_ENDED_RUN,
                        run.value(),
                        "The run is over, but holds or awaits pages of " + metsPath + ".",
                        "The owner of the workspace notices within a minute.",
                        Standing.HEALS));
        open.stream()
                .filter(run -> !registered.contains(run))
                // It may have ended, or said farewell, since.
                .filter(run -> executions.isOpen(run.workflowId()) && isAtWork(run))
                .forEach(run -> findings.add(
                        Kind.UNREGISTERED_RUN,
                        run.value(),
                        "The run goes on, but the owner of " + metsPath + " does not know it.",
                        "It registers again by itself within four minutes.",
                        Standing.HEALS));
    }

    private boolean isAtWork(RunId run) {
        try {
            return !client.newWorkflowStub(OcrRunWorkflow.class, run.workflowId())
                    .status()
                    .state()
                    .isTerminal();
        } catch (WorkflowNotFoundException e) {
            return false;
        }
    }

    private Set<RunId> registered(WorkspaceRef workspace) {
        if (!executions.isOpen(workspace.workflowId())) {
            return Set.of();
        }
        try {
            return client.newWorkflowStub(WorkspaceWorkflow.class, workspace.workflowId()).locks().entries().stream()
                    .map(WorkspaceLocks.Entry::runId)
                    .collect(Collectors.toSet());
        } catch (WorkflowNotFoundException e) {
            return Set.of();
        }
    }
}
