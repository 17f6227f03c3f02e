package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.JobReport;

/**
 * Recorded histories, which today's workflow must be able to replay: runs that are under way survive an update. Once released, a
 * history is never recorded anew; new ones are added by {@code -Dquire.recordHistories=true}, under a new version.
 */
@Timeout(120)
class RunHistoriesTest {

    private static final String FOLDER = "histories/";

    /** The run, changed as nobody may change it. */
    public static final class ChangedRun extends OcrRunWorkflowImpl {

        @WorkflowInit
        public ChangedRun(RunInput input) {
            super(input);
        }

        @Override
        public RunStatus run(RunInput input) {
            Workflow.sleep(Duration.ofSeconds(1));
            return super.run(input);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1-three-pages-through-a-dag",
                "v1-one-page-failed",
                "v1-cancelled-while-running",
                "v1-stopped-while-running",
                "v1-callbacks",
                "v1-callbacks-after-commit",
                "v1-remote-inputs",
                "v1-handed-out",
                "v1-stopped-while-handed-out"
            })
    void replays(String name) throws Exception {
        replay(name, OcrRunWorkflowImpl.class);
    }

    @Test
    void replaysAnExecutionThatContinuedAsNew() throws Exception {
        replay("v1-short-continued-as-new", RunContinuesAsNewTest.ShortRun.class);
    }

    @Test
    void catchesAChangeThatWouldBreakRunsUnderWay() {
        assertThatThrownBy(() -> replay("v1-three-pages-through-a-dag", ChangedRun.class))
                .hasStackTraceContaining("NonDeterministicException");
    }

    private static void replay(String name, Class<?> implementation) throws Exception {
        var converter = WorkflowClientOptions.newBuilder()
                .setDataConverter(QuireData.converter())
                .build();
        try (var environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(converter)
                .build())) {
            WorkflowReplayer.replayWorkflowExecutionFromResource(FOLDER + name + ".json", environment, implementation);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "quire.recordHistories", matches = "true")
    void records() throws IOException {
        record("three-pages-through-a-dag", OcrRunWorkflowImpl.class, stage -> {
            RunPlan plan = Plans.of("dag", 3, Plans.options(10), "IMG->A", "IMG->B", "A,B->C");
            return finished(stage, stage.start(plan));
        });
        record("one-page-failed", OcrRunWorkflowImpl.class, stage -> {
            stage.processors.rule = request ->
                    request.jobId().unit() == 1 ? FakeProcessors.fail(request) : FakeProcessors.succeed(request);
            return finished(stage, stage.start(Plans.of("failed", 3, Plans.options(2), "IMG->A", "A->B")));
        });
        record("cancelled-while-running", OcrRunWorkflowImpl.class, stage -> interrupted(stage, OcrRunWorkflow.CANCEL));
        record("stopped-while-running", OcrRunWorkflowImpl.class, stage -> interrupted(stage, OcrRunWorkflow.STOP));
        record(
                "callbacks",
                OcrRunWorkflowImpl.class,
                stage -> finished(
                        stage,
                        stage.start(
                                Plans.of("callbacks", 2, Plans.options("http://c/job", "http://c/run"), "IMG->A"))));
        // Of the change RunVersions.CALLBACKS_AFTER_COMMIT.
        record(
                "callbacks-after-commit",
                OcrRunWorkflowImpl.class,
                stage -> finished(
                        stage,
                        stage.start(
                                Plans.of("callbacks", 2, Plans.options("http://c/job", "http://c/run"), "IMG->A"))));
        record("handed-out", OcrRunWorkflowImpl.class, stage -> {
            WorkflowStub run = handedOut(stage, "handed-out");
            stage.outside.report("handed-out-0-0", new JobReport(1, true, null));
            return finished(stage, run);
        });
        record("stopped-while-handed-out", OcrRunWorkflowImpl.class, stage -> {
            WorkflowStub run = handedOut(stage, "stopped-out");
            run.signal(OcrRunWorkflow.STOP);
            return finished(stage, run);
        });
        record("remote-inputs", OcrRunWorkflowImpl.class, stage -> {
            RunPlan plan = Plans.of("remote", 3, Plans.options(10), "IMG->A", "A,IMG->B");
            return finished(
                    stage,
                    stage.start(plan.withFetch(
                            FetchPlan.of(plan.steps(), plan.units(), (group, page) -> !page.equals("PHYS_0002"), 3))));
        });
        record("short-continued-as-new", RunContinuesAsNewTest.ShortRun.class, stage -> {
            WorkflowStub run = stage.start(Plans.of("long", 30, Plans.options(5), "IMG->A", "A->B"));
            String first = run.getExecution().getRunId();
            finished(stage, run);
            return stage.environment
                    .getWorkflowClient()
                    .fetchHistory("run/long", first)
                    .toJson(true);
        });
    }

    /** A run with one of its two jobs collected and the other one outside. */
    private static WorkflowStub handedOut(RunStage stage, String id) {
        RunPlan plan = Plans.with(Plans.of(id, 2, Plans.options(5), "IMG->A"), Agent.EXTERNAL);
        WorkflowStub run = stage.start(plan);
        await().until(() -> stage.outside.isOut(id + "-0-0") && stage.outside.isOut(id + "-0-1"));
        stage.outside.report(id + "-0-1", new JobReport(1, true, null));
        await().until(() -> stage.existing(plan).progress().steps().getFirst().succeeded() == 1);
        return run;
    }

    private static String interrupted(RunStage stage, String signal) {
        var gate = new CountDownLatch(1);
        stage.processors.rule = request -> {
            FakeProcessors.heartbeatUntil(gate, beat -> beat);
            return FakeProcessors.succeed(request);
        };
        RunPlan plan = Plans.of(signal, 3, Plans.options(2), "IMG->A", "A->B");
        WorkflowStub run = stage.start(plan);
        await().until(() -> stage.processors.requests.size() == 2);
        run.signal(signal);
        await().until(() -> stage.existing(plan).progress().steps().get(1).cancelled() == 3);
        if (signal.equals(OcrRunWorkflow.CANCEL)) {
            gate.countDown();
        }
        return finished(stage, run);
    }

    private static String finished(RunStage stage, WorkflowStub run) {
        assertThat(RunStage.result(run).state().isTerminal()).isTrue();
        return stage.environment
                .getWorkflowClient()
                .fetchHistory(run.getExecution().getWorkflowId())
                .toJson(true);
    }

    private static void record(
            String name, Class<? extends OcrRunWorkflow> implementation, Function<RunStage, String> scene)
            throws IOException {
        try (var stage = new RunStage(implementation)) {
            Path folder = Files.createDirectories(Path.of("src/test/resources", FOLDER));
            Files.writeString(folder.resolve(RunVersions.HISTORIES + "-" + name + ".json"), scene.apply(stage) + "\n");
        }
    }
}
