package org.quire.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.run.Runs.Ending;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.fetch.FetchRequest;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.fetch.FileFetch;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.FetchPlan;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunProgressView;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.quire.workflows.workspace.WorkspaceAnswer;

@Timeout(60)
class TemporalRunsTest {

    /** A run that hands its first job to Temporal and goes on until it is cancelled or stopped. */
    public static class FirstJobOnly implements OcrRunWorkflow {

        private @Nullable RunPlan plan;
        private @Nullable String ending;

        @Override
        public RunStatus run(RunInput input) {
            plan = input.plan();
            PlannedStep step = plan.steps().getFirst();
            var id = new JobId(plan.runId(), 0, 0);
            JobActivity job = Workflow.newActivityStub(
                    JobActivity.class,
                    ActivityOptions.newBuilder()
                            .setStartToCloseTimeout(Duration.ofMinutes(5))
                            .build());
            if (plan.fetch() != null) {
                FileFetch fetch = Workflow.newActivityStub(
                        FileFetch.class,
                        ActivityOptions.newBuilder()
                                .setStartToCloseTimeout(Duration.ofMinutes(5))
                                .build());
                Async.function(
                        fetch::fetch,
                        new FetchRequest(
                                id,
                                plan.workspace(),
                                plan.fetch().groups(),
                                plan.units().pages(0)));
                Workflow.await(() -> ending != null);
                return status();
            }
            Async.function(
                    job::run,
                    new JobRequest(
                            id,
                            1,
                            plan.workspace(),
                            step.processor(),
                            step.inputGroups(),
                            step.outputGroups(),
                            step.parameters(),
                            plan.units().pages(0),
                            false,
                            List.of(),
                            false,
                            step.timeout(),
                            plan.options().stopGrace()));
            Workflow.await(() -> ending != null);
            return status();
        }

        @Override
        public void cancel() {
            ending = CANCEL;
        }

        @Override
        public void stop() {
            ending = STOP;
        }

        @Override
        public void workspaceAnswer(WorkspaceAnswer answer) {}

        @Override
        public RunProgressView progress() {
            throw new UnsupportedOperationException("Nobody asks for it here.");
        }

        @Override
        public RunStatus status() {
            RunState state = ending == null ? RunState.RUNNING : RunState.CANCELLED;
            return new RunStatus(plan().runId(), state, ending, List.of("qcc", "ccc"), List.of());
        }

        @Override
        public RunPlan plan() {
            if (plan == null) {
                throw new IllegalStateException("Expected a started run.");
            }
            return plan;
        }
    }

    @TempDir
    Path data;

    private final CountDownLatch release = new CountDownLatch(1);
    private DataLayout layout;
    private TestWorkflowEnvironment temporal;
    private TemporalRuns runs;

    @BeforeEach
    void startTemporal() {
        layout = new DataLayout(data);
        temporal = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setUseTimeskipping(false)
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        Worker worker = temporal.newWorker(TaskQueues.ENGINE);
        worker.registerWorkflowImplementationTypes(FirstJobOnly.class);
        worker.registerActivitiesImplementations((JobActivity) this::waitForRelease, (FileFetch) this::waitForRelease);
        runs = runsWith(temporal.getWorkflowClient());
    }

    @AfterEach
    void stopTemporal() {
        release.countDown();
        temporal.close();
    }

    private TemporalRuns runsWith(WorkflowClient client) {
        return new TemporalRuns(client, new RunReports(layout), new RunList(client));
    }

    private JobResult waitForRelease(JobRequest request) {
        Activity.getExecutionContext().heartbeat(request.jobId());
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return JobResult.failure(request.jobId(), "released", null);
    }

    private FetchResult waitForRelease(FetchRequest request) {
        Activity.getExecutionContext().heartbeat(request.jobId());
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return FetchResult.failure("released");
    }

    private RunPlan started(String id) {
        return started(Samples.plan(id, 1));
    }

    private RunPlan started(RunPlan plan) {
        temporal.start();
        runs.start(plan);
        return plan;
    }

    @Test
    void readsAStartedRunWithTheJobThatAWorkerHas() {
        RunPlan plan = started("r1");
        var first = new JobId(plan.runId(), 0, 0);

        await().until(() ->
                runs.find(plan.runId()).orElseThrow().jobState(first).orElseThrow() == JobState.RUNNING);

        // Another server, which did not start it, reads the same.
        RunSnapshot run =
                runsWith(temporal.getWorkflowClient()).find(plan.runId()).orElseThrow();
        assertThat(run.plan()).isEqualTo(plan);
        assertThat(run.inHand().get(first).attempt()).isEqualTo(1);
        assertThat(run.jobState(new JobId(plan.runId(), 1, 0))).contains(JobState.CACHED);
        assertThat(run.endedAt()).isNull();
    }

    @Test
    void aJobThatStillFetchesItsFilesIsSeenAndNotRunning() {
        RunPlan local = Samples.plan("r7", 1);
        RunPlan plan = started(local.withFetch(FetchPlan.of(local.steps(), local.units(), (group, page) -> true, 1)));
        var first = new JobId(plan.runId(), 0, 0);

        await().until(() -> runs.find(plan.runId()).orElseThrow().inHand().containsKey(first));

        RunSnapshot run = runs.find(plan.runId()).orElseThrow();
        assertThat(run.inHand().get(first).running()).isFalse();
        assertThat(run.inHand().get(first).worker()).isNotNull();
        assertThat(run.jobState(first)).contains(JobState.QUEUED);
    }

    @Test
    void knowsNoRunThatNeverWas() {
        temporal.start();

        assertThat(runs.find(new RunId("never"))).isEmpty();
        assertThat(runs.request(new RunId("never"), Ending.CANCEL)).isFalse();
    }

    @Test
    void passesOnHowARunShallEnd() {
        RunPlan plan = started("r2");

        assertThat(runs.request(plan.runId(), Ending.STOP)).isTrue();

        await().untilAsserted(() -> {
            RunSnapshot run = runs.find(plan.runId()).orElseThrow();
            assertThat(run.state()).isEqualTo(RunState.CANCELLED);
            assertThat(run.status().reason()).isEqualTo("stop");
            assertThat(run.endedAt()).isNotNull();
        });
        assertThat(runs.request(plan.runId(), Ending.CANCEL)).isFalse();
    }

    @Test
    void aRunThatWasTerminatedFromOutsideIsFailed() {
        RunPlan plan = started("r3");
        await().until(() -> !runs.find(plan.runId()).orElseThrow().inHand().isEmpty());

        temporal.getWorkflowClient()
                .newUntypedWorkflowStub(plan.runId().workflowId())
                .terminate("by an operator");

        await().untilAsserted(() -> {
            RunSnapshot run = runs.find(plan.runId()).orElseThrow();
            assertThat(run.state()).isEqualTo(RunState.FAILED);
            assertThat(run.status().reason()).contains("terminated");
            assertThat(run.counts(0)).containsOnlyKeys(JobState.CANCELLED);
        });
    }

    @Test
    void aReportOutlivesTemporal() throws Exception {
        RunPlan plan = Samples.plan("r4", 1);
        Path report = layout.report(plan.runId());
        Files.createDirectories(report.getParent());
        QuireData.mapper()
                .writeValue(
                        report.toFile(),
                        new RunReport(
                                plan,
                                Samples.status(plan, RunState.SUCCESS, "SSS", "SSS"),
                                Samples.SUBMITTED,
                                Samples.SUBMITTED.plusSeconds(9)));
        Files.writeString(report.resolveSibling("r5.json"), "{");

        assertThat(runs.find(plan.runId()).orElseThrow())
                .isEqualTo(Samples.snapshot(plan, Samples.SUBMITTED.plusSeconds(9), RunState.SUCCESS, "SSS", "SSS"));
        assertThat(runs.recent(10))
                .containsExactly(new RunSummary(
                        plan.runId(),
                        RunState.SUCCESS,
                        "/books/kant/mets.xml",
                        2,
                        3,
                        Samples.SUBMITTED,
                        Samples.SUBMITTED.plusSeconds(9)));
    }

    @Test
    void saysThatTemporalIsAwayInsteadOfKnowingNothing() {
        WorkflowServiceStubs nowhere = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .setRpcTimeout(Duration.ofSeconds(1))
                .build());
        TemporalRuns away = runsWith(WorkflowClient.newInstance(nowhere));

        assertThatThrownBy(() -> away.find(new RunId("r6"))).isInstanceOf(EngineUnavailable.class);
        assertThatThrownBy(() -> away.start(Samples.plan("r6", 1))).isInstanceOf(EngineUnavailable.class);
        nowhere.shutdownNow();
    }
}
