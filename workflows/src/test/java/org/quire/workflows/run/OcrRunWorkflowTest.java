package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.activity.Activity;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackDelivery;
import org.quire.workflows.callback.CallbackWorkflowImpl;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMailbox;
import org.quire.workflows.workspace.WorkspaceMessage;
import org.quire.workflows.workspace.WorkspaceRef;

@Timeout(120)
class OcrRunWorkflowTest {

    private static final PlannedStep BIN = Plans.step("ocrd-bin", "IMG", "BIN");
    private static final PlannedStep OCR = Plans.step("ocrd-ocr", "BIN", "OCR");

    private final TestWorkflowEnvironment engine =
            TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                    .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                            .setDataConverter(QuireData.converter())
                            .build())
                    .build());
    private final WorkflowClient client = engine.getWorkflowClient();
    private final Workspace workspace = new Workspace();
    private final Jobs jobs = new Jobs();
    private final Map<RunId, RunReport> archive = new ConcurrentHashMap<>();
    private final List<Callback> callbacks = new java.util.concurrent.CopyOnWriteArrayList<>();

    @BeforeEach
    void startWorkers() {
        Worker worker = engine.newWorker(TaskQueues.ENGINE);
        worker.registerWorkflowImplementationTypes(OcrRunWorkflowImpl.class, CallbackWorkflowImpl.class);
        RunArchive reports = report -> archive.put(report.plan().runId(), report);
        CallbackDelivery delivery = callbacks::add;
        worker.registerActivitiesImplementations(workspace, reports, delivery);
        for (String processor : List.of("ocrd-bin", "ocrd-ocr")) {
            engine.newWorker(TaskQueues.ofProcessor(processor)).registerActivitiesImplementations(jobs);
        }
        engine.start();
    }

    @AfterEach
    void stop() {
        jobs.gate.countDown();
        engine.close();
    }

    @Test
    void runsEveryStepOnEveryPageAndCommitsAll() {
        RunStatus status = start(Plans.plan("all", 5, BIN, OCR)).getResult(RunStatus.class);
        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(status.jobStates()).containsExactly("SSSSS", "SSSSS");
        assertThat(workspace.files()).hasSize(10);
        assertThat(workspace.released).hasSize(5);
        assertThat(archive.get(new RunId("all")).status()).isEqualTo(status);
    }

    @Test
    void failedPageDoesNotStopOthers() {
        jobs.failing = Set.of("P00002");
        RunStatus status = start(Plans.plan("fail", 3, BIN, OCR)).getResult(RunStatus.class);
        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.jobStates()).containsExactly("SFS", "SXS");
        assertThat(status.reason()).contains("P00002");
    }

    @Test
    void lostWorkerIsTriedAgainUntilAttemptsAreUsedUp() {
        jobs.lost = Set.of("P00001");
        RunStatus status = start(Plans.plan("lost", 2, BIN)).getResult(RunStatus.class);
        assertThat(status.jobStates()).containsExactly("FS");
        assertThat(jobs.runs).hasValue(4);
    }

    @Test
    void cancelBeforePagesAreGrantedRunsNothing() {
        workspace.granting = false;
        WorkflowStub run = start(Plans.plan("early", 3, BIN, OCR));
        run.signal(OcrRunWorkflow.CANCEL);
        assertThat(run.getResult(RunStatus.class).state()).isEqualTo(RunState.CANCELLED);
        assertThat(jobs.runs).hasValue(0);
        assertThat(workspace.files()).isEmpty();
    }

    @Test
    void temporalCancellationMeansCancel() {
        workspace.granting = false;
        WorkflowStub run = start(Plans.plan("native", 3, BIN, OCR));
        run.cancel();
        // Temporal closes such a workflow as Canceled whatever it returns; its report says the same.
        assertThatThrownBy(() -> run.getResult(RunStatus.class)).hasMessageContaining("was cancelled");
        assertThat(archive.get(new RunId("native")).status().state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void cancelLetsRunningJobsEndAndKeepsThem() {
        jobs.blocking = true;
        WorkflowStub run = start(Plans.plan("soft", 1, BIN, OCR));
        await().until(() -> jobs.runs.get() == 1);
        run.signal(OcrRunWorkflow.CANCEL);
        jobs.gate.countDown();
        RunStatus status = run.getResult(RunStatus.class);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("S", "X");
        assertThat(workspace.files()).hasSize(1);
    }

    @Test
    void stopInterruptsRunningJobs() {
        jobs.blocking = true;
        WorkflowStub run = start(Plans.plan("hard", 2, BIN, OCR));
        await().until(() -> jobs.runs.get() >= 1);
        run.signal(OcrRunWorkflow.STOP);
        RunStatus status = run.getResult(RunStatus.class);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("XX", "XX");
        assertThat(workspace.files()).isEmpty();
    }

    @Test
    void continuesAsNewAndLosesNothing() {
        int pages = 1_500;
        WorkflowStub run = start(Plans.plan("long", pages, BIN, OCR));
        RunStatus status = run.getResult(RunStatus.class);
        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(workspace.files()).hasSize(2 * pages);
        assertThat(jobs.runs).hasValue(2 * pages);
        String first = run.getExecution().getRunId();
        String last = client.newUntypedWorkflowStub("run/long")
                .describe()
                .getExecution()
                .getRunId();
        assertThat(last).isNotEqualTo(first);
    }

    @Test
    void callbacksOutliveTheRun() {
        RunPlan plain = Plans.plan("call", 2, BIN);
        RunOptions o = plain.options();
        var options = new RunOptions(
                false, o.maxInFlight(), 3, o.heartbeatTimeout(), o.stopGrace(), "http://a/job", "http://a/run");
        var plan = new RunPlan(
                plain.runId(),
                plain.kind(),
                plain.workspace(),
                plain.steps(),
                plain.units(),
                "",
                true,
                List.of(),
                options,
                null,
                plain.submittedAt());
        start(plan).getResult(RunStatus.class);
        await().untilAsserted(() -> assertThat(callbacks)
                .extracting(Callback::jobId)
                .containsExactlyInAnyOrder("call-0-0", "call-0-1", "call"));
    }

    private WorkflowStub start(RunPlan plan) {
        WorkflowStub stub = client.newUntypedWorkflowStub(
                "OcrRun",
                WorkflowOptions.newBuilder()
                        .setWorkflowId(plan.runId().workflowId())
                        .setTaskQueue(TaskQueues.ENGINE)
                        .build());
        stub.start(RunInput.start(plan));
        return stub;
    }

    /** Grants everything at once and commits every delivery. */
    private final class Workspace implements WorkspaceMailbox {
        private final List<MetsAddition> committed = new java.util.concurrent.CopyOnWriteArrayList<>();
        private final List<Integer> released = new java.util.concurrent.CopyOnWriteArrayList<>();
        private volatile boolean granting = true;

        List<MetsFile> files() {
            return committed.stream()
                    .flatMap(addition -> addition.files().stream())
                    .distinct()
                    .toList();
        }

        @Override
        public void tell(WorkspaceRef ref, WorkspaceMessage message) {
            var run =
                    client.newWorkflowStub(OcrRunWorkflow.class, message.runId().workflowId());
            if (message instanceof WorkspaceMessage.Register register) {
                if (granting) {
                    run.workspaceAnswer(new WorkspaceAnswer.Granted(List.of(
                            new WorkspaceAnswer.UnitRange(0, register.units().count() - 1))));
                }
                return;
            }
            if (message instanceof WorkspaceMessage.Deliver deliver) {
                committed.addAll(deliver.results());
                released.addAll(deliver.releasedUnits());
            }
            run.workspaceAnswer(new WorkspaceAnswer.Committed(message.sequence()));
        }
    }

    private static final class Jobs implements JobActivity {
        private final AtomicInteger runs = new AtomicInteger();
        private final CountDownLatch gate = new CountDownLatch(1);
        private volatile Set<String> failing = Set.of();
        private volatile Set<String> lost = Set.of();
        private volatile boolean blocking;

        @Override
        public JobResult run(JobRequest request) {
            runs.incrementAndGet();
            String page = request.pages().getFirst();
            if (lost.contains(page)) {
                throw ApplicationFailure.newFailure("killed by signal 9", "ProcessKilled");
            }
            if (failing.contains(page)) {
                return JobResult.failure(request.jobId(), "exit 1", null);
            }
            if (blocking) {
                waitForGate();
            }
            String group = request.outputGroups().getFirst();
            var file = new MetsFile(group + "_" + page, group, "text/plain", page, null, group + "/" + page);
            return JobResult.success(
                    request.jobId(),
                    new MetsAddition(List.of(file), List.of()),
                    new JobResult.Usage("w", 1, false, Duration.ZERO, Duration.ZERO, 0));
        }

        private void waitForGate() {
            try {
                while (!gate.await(50, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                    Activity.getExecutionContext().heartbeat(null);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (ActivityCompletionException e) {
                throw e;
            }
        }
    }
}
