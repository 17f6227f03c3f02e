package org.quire.activities.checkup;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionDescription;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.activities.report.RunReportFiles;
import org.quire.activities.temporal.Executions;
import org.quire.workflows.checkup.Finding.Kind;
import org.quire.workflows.checkup.Finding.Standing;
import org.quire.workflows.engine.ExecutionStatuses;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunStatus;

/** Compares the runs that Temporal knows with the reports of ended ones. */
final class RunCheck {

    private final WorkflowClient client;
    private final Executions executions;
    private final RunReportFiles reports;
    private final RunArchive archive;
    private final Findings findings;

    RunCheck(
            WorkflowClient client,
            Executions executions,
            RunReportFiles reports,
            RunArchive archive,
            Findings findings) {
        this.client = client;
        this.executions = executions;
        this.reports = reports;
        this.archive = archive;
        this.findings = findings;
    }

    /**
     * A run that is known.
     *
     * @param listed its status in Temporal's list, in which the very latest are missing; null: it has only a report
     */
    record Known(String metsPath, @Nullable WorkflowExecutionStatus listed) {

        /** Whether it went on when it was listed. */
        boolean wentOn() {
            return listed != null && ExecutionStatuses.isOpen(listed);
        }
    }

    /** All that Temporal lists or that have a report; of one workspace if it is given. */
    Map<RunId, Known> runs(@Nullable String onlyMetsPath) {
        Map<RunId, Known> runs = new LinkedHashMap<>();
        for (WorkflowExecutionInfo info : executions.all("WorkflowType = 'OcrRun'")) {
            Optional<String> metsPath = executions.metsPath(info);
            Executions.run(info)
                    .ifPresent(run ->
                            metsPath.ifPresent(path -> runs.putIfAbsent(run, new Known(path, info.getStatus()))));
        }
        for (RunId run : reports.runs()) {
            if (!runs.containsKey(run)) {
                find(run)
                        .ifPresent(report -> runs.put(
                                run, new Known(report.plan().workspace().metsPath(), null)));
            }
        }
        if (onlyMetsPath != null) {
            runs.values().removeIf(run -> !run.metsPath().equals(onlyMetsPath));
        }
        return runs;
    }

    /** Looks twice where a run may have ended in between: it writes its report just before it ends. */
    void compare(Map<RunId, Known> runs, boolean repair) {
        List<RunId> early = new ArrayList<>();
        runs.forEach((run, known) -> {
            if (known.listed() == null) {
                return;
            }
            WorkflowExecutionStatus status = ExecutionStatuses.isOpen(known.listed())
                    ? executions.status(run.workflowId()).orElse(known.listed())
                    : known.listed();
            if (ExecutionStatuses.isOpen(status)) {
                find(run).ifPresent(report -> early.add(run));
            } else if (!reports.has(run)) {
                report(run, status, repair);
            }
        });
        early.stream()
                .filter(run -> executions.isOpen(run.workflowId()))
                .forEach(run -> findings.add(
                        Kind.EARLY_REPORT,
                        run.value(),
                        "The run goes on in Temporal, though its report says that it is over.",
                        "It ends when its callbacks are on their way; if it stays, look at it in the Temporal Web UI.",
                        Standing.HEALS));
    }

    /** Empty if there is none, or none that can be read. */
    private Optional<RunReport> find(RunId run) {
        try {
            return reports.find(run);
        } catch (UncheckedIOException e) {
            findings.add(
                    Kind.UNREADABLE_REPORT,
                    run.value(),
                    String.valueOf(e.getMessage()),
                    "Put back a copy of it, or remove it: while Temporal knows the run, a repair writes it anew.",
                    Standing.OPEN);
            return Optional.empty();
        }
    }

    private void report(RunId run, WorkflowExecutionStatus how, boolean repair) {
        String word = ExecutionStatuses.word(how);
        String remedy =
                "A repair writes it from what Temporal knows, so that the run is known when Temporal forgets it.";
        Standing standing = Standing.REPAIRABLE;
        if (repair) {
            try {
                archive.archive(reportOf(run, word));
                standing = Standing.REPAIRED;
            } catch (WorkflowException | UncheckedIOException e) {
                remedy = "The repair failed: " + e.getMessage();
            }
        }
        findings.add(
                Kind.NO_REPORT, run.value(), "The run is over (" + word + ") and has no report.", remedy, standing);
    }

    private RunReport reportOf(RunId run, String how) {
        WorkflowExecutionDescription description =
                client.newUntypedWorkflowStub(run.workflowId()).describe();
        OcrRunWorkflow stub = client.newWorkflowStub(OcrRunWorkflow.class, run.workflowId());
        RunStatus status = stub.status();
        return new RunReport(
                stub.plan(),
                status.state().isTerminal() ? status : status.endedFromOutside(how),
                description.getStartTime(),
                description.getCloseTime());
    }
}
