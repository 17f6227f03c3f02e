package org.quire.api.run;

import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.quire.api.engine.Engine;
import org.quire.api.engine.EngineConfiguration;
import org.quire.workflows.engine.ExecutionStatuses;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.ResumedRun;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunStatus;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Runs as Temporal has them, and, once they ended, as their reports have them. */
@Component
class TemporalRuns implements Runs {

    private static final int PLANS_KEPT = 200;

    private final WorkflowClient client;
    private final RunReports reports;
    private final RunList list;
    private final PendingJobs pending;
    private final BoundedCache<RunId, RunPlan> plans = new BoundedCache<>(PLANS_KEPT);

    TemporalRuns(@Qualifier(EngineConfiguration.CLIENT) WorkflowClient client, RunReports reports, RunList list) {
        this.client = client;
        this.reports = reports;
        this.list = list;
        this.pending = new PendingJobs(client.getOptions().getDataConverter());
    }

    @Override
    public void start(RunPlan plan) {
        start(RunInput.start(plan));
    }

    @Override
    public boolean resume(ResumedRun run) {
        // Temporal forgets ended workflows after a while; reports stay.
        if (reports.find(run.plan().runId()).isPresent()) {
            return false;
        }
        try {
            start(RunInput.resume(run));
            return true;
        } catch (WorkflowExecutionAlreadyStarted e) {
            return false;
        }
    }

    private void start(RunInput input) {
        RunPlan plan = input.plan();
        WorkflowOptions options = WorkflowOptions.newBuilder()
                .setWorkflowId(plan.runId().workflowId())
                .setTaskQueue(TaskQueues.ENGINE)
                .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                .setStaticSummary(RunMemo.summary(plan))
                .setMemo(RunMemo.of(plan))
                .build();
        OcrRunWorkflow run = client.newWorkflowStub(OcrRunWorkflow.class, options);
        Engine.call(() -> WorkflowClient.start(run::run, input));
        plans.put(plan.runId(), plan);
    }

    @Override
    public Optional<RunSnapshot> find(RunId run) {
        Optional<RunSnapshot> ended = reports.find(run);
        if (ended.isPresent()) {
            return ended;
        }
        Optional<RunSnapshot> live = live(run);
        // It may have ended, and its report been written, while it was asked.
        return live.isEmpty() ? reports.find(run) : live;
    }

    private Optional<RunSnapshot> live(RunId run) {
        try {
            return Optional.of(Engine.call(() -> snapshot(run)));
        } catch (WorkflowNotFoundException e) {
            return Optional.empty();
        }
    }

    private RunSnapshot snapshot(RunId run) {
        WorkflowExecutionDescription description =
                client.newUntypedWorkflowStub(run.workflowId()).describe();
        OcrRunWorkflow stub = client.newWorkflowStub(OcrRunWorkflow.class, run.workflowId());
        RunPlan plan = plans.find(run).orElseGet(stub::plan);
        plans.put(run, plan);
        RunStatus status = stub.status();
        boolean goesOn = ExecutionStatuses.isOpen(description.getStatus());
        if (!goesOn && !status.state().isTerminal()) {
            status = status.endedFromOutside(ExecutionStatuses.word(description.getStatus()));
        }
        Instant endedAt = goesOn ? null : description.getCloseTime();
        return new RunSnapshot(plan, status, pending.jobs(description), plan.submittedAt(), endedAt);
    }

    @Override
    public List<RunSummary> recent(int limit) {
        var byId = new HashMap<RunId, RunSummary>();
        reports.recent(limit).forEach(summary -> byId.put(summary.runId(), summary));
        Engine.call(() -> list.latest(limit)).forEach(summary -> byId.putIfAbsent(summary.runId(), summary));
        var newestFirst = new ArrayList<>(byId.values());
        newestFirst.sort(Comparator.comparing(RunSummary::startedAt)
                .thenComparing(summary -> summary.runId().value())
                .reversed());
        return newestFirst.subList(0, Math.min(limit, newestFirst.size()));
    }

    @Override
    public boolean request(RunId run, Ending ending) {
        OcrRunWorkflow stub = client.newWorkflowStub(OcrRunWorkflow.class, run.workflowId());
        try {
            Engine.run(
                    switch (ending) {
                        case CANCEL -> stub::cancel;
                        case STOP -> stub::stop;
                    });
            return true;
        } catch (WorkflowNotFoundException e) {
            return false;
        }
    }
}
