package org.quire.activities.workspace;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Optional;
import org.quire.activities.report.RunReportFiles;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.ExecutionStatuses;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.quire.workflows.workspace.RunLookup;

/** Looks at the report of a run first and, if there is none yet, asks Temporal. */
public final class TemporalRunLookup implements RunLookup {

    private final WorkflowClient client;
    private final RunReportFiles reports;

    public TemporalRunLookup(WorkflowClient client, DataLayout layout) {
        this.client = client;
        this.reports = new RunReportFiles(layout);
    }

    @Override
    public List<RunId> ended(List<RunId> runs) {
        return runs.stream()
                .filter(run -> executionStatus(run)
                        .map(status -> !ExecutionStatuses.isOpen(status))
                        .orElse(true))
                .toList();
    }

    @Override
    public List<DependencyState> dependencies(List<String> jobOrRunIds) {
        return jobOrRunIds.stream()
                .map(id -> new DependencyState(id, standing(id)))
                .toList();
    }

    /** A run id may look like a job id, so it is tried first. */
    private Standing standing(String id) {
        Optional<Standing> asRun = runId(id).flatMap(this::standingOfRun);
        return asRun.or(() -> jobId(id).flatMap(this::standingOfJob)).orElse(Standing.FAILED);
    }

    private Optional<Standing> standingOfRun(RunId run) {
        Optional<RunReport> report = reports.find(run);
        if (report.isPresent()) {
            return Optional.of(standing(report.get().status().state()));
        }
        return executionStatus(run)
                .map(status -> !ExecutionStatuses.isOpen(status)
                        ? result(run, status)
                                .map(RunStatus::state)
                                .map(TemporalRunLookup::standing)
                                .orElse(Standing.FAILED)
                        : Standing.PENDING);
    }

    private Optional<Standing> standingOfJob(JobId job) {
        Optional<RunReport> report = reports.find(job.run());
        if (report.isPresent()) {
            return Optional.of(ended(jobState(report.get().status(), job)));
        }
        return executionStatus(job.run())
                .map(status -> !ExecutionStatuses.isOpen(status)
                        ? result(job.run(), status)
                                .map(result -> ended(jobState(result, job)))
                                .orElse(Standing.FAILED)
                        : standing(jobState(currentStatus(job.run()), job)));
    }

    /** What a completed run returned; nothing for one that was terminated, timed out or broke. */
    private Optional<RunStatus> result(RunId run, WorkflowExecutionStatus status) {
        return status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED
                ? Optional.of(stub(run).getResult(RunStatus.class))
                : Optional.empty();
    }

    private RunStatus currentStatus(RunId run) {
        return client.newWorkflowStub(OcrRunWorkflow.class, run.workflowId()).status();
    }

    private Optional<WorkflowExecutionStatus> executionStatus(RunId run) {
        try {
            return Optional.of(stub(run).describe().getStatus());
        } catch (WorkflowNotFoundException e) {
            return Optional.empty();
        }
    }

    private WorkflowStub stub(RunId run) {
        return client.newUntypedWorkflowStub(run.workflowId());
    }

    private static JobState jobState(RunStatus status, JobId job) {
        boolean exists = job.step() < status.jobStates().size()
                && job.unit() < status.jobStates().get(job.step()).length();
        return exists ? JobState.ofCode(status.jobStates().get(job.step()).charAt(job.unit())) : JobState.FAILED;
    }

    private static Standing standing(RunState state) {
        return switch (state) {
            case QUEUED, RUNNING -> Standing.PENDING;
            case SUCCESS -> Standing.SUCCEEDED;
            case FAILED, CANCELLED -> Standing.FAILED;
        };
    }

    private static Standing standing(JobState state) {
        return switch (state) {
            case CACHED, QUEUED, RUNNING -> Standing.PENDING;
            case SUCCESS -> Standing.SUCCEEDED;
            case FAILED, CANCELLED -> Standing.FAILED;
        };
    }

    /** Nothing follows any more: what did not succeed never will. */
    private static Standing ended(JobState state) {
        return state == JobState.SUCCESS ? Standing.SUCCEEDED : Standing.FAILED;
    }

    private static Optional<RunId> runId(String text) {
        try {
            return Optional.of(new RunId(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<JobId> jobId(String text) {
        try {
            return Optional.of(JobId.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
