package org.quire.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.RunSamples;
import org.quire.activities.report.FileRunArchive;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunProgressView;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.quire.workflows.workspace.RunLookup.DependencyState;
import org.quire.workflows.workspace.RunLookup.Standing;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceRef;

class TemporalRunLookupTest {

    private static final RunId RUN = new RunId("run-a");

    @TempDir
    Path temp;

    private TestWorkflowEnvironment environment;
    private WorkflowClient client;
    private DataLayout layout;
    private WorkspaceRef workspace;
    private TemporalRunLookup lookup;

    @BeforeEach
    void start() {
        environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        environment.newWorker(TaskQueues.ENGINE).registerWorkflowImplementationTypes(HalfDoneRun.class);
        environment.start();
        client = environment.getWorkflowClient();
        layout = new DataLayout(temp.resolve("data"));
        workspace = new WorkspaceRef(temp.resolve("mets.xml").toString());
        lookup = new TemporalRunLookup(client, layout);
    }

    @AfterEach
    void stop() {
        environment.close();
    }

    @Test
    void runningRunIsNotEndedAndAnUnknownOneIs() {
        startRun();

        assertThat(lookup.ended(List.of(RUN, new RunId("nobody")))).containsExactly(new RunId("nobody"));
    }

    @Test
    void terminatedRunIsEndedAndAFailedDependency() {
        startRun();
        client.newUntypedWorkflowStub(RUN.workflowId()).terminate("for the test");

        assertThat(lookup.ended(List.of(RUN))).containsExactly(RUN);
        assertThat(standings("run-a", "run-a-0-0")).containsExactly(Standing.FAILED, Standing.FAILED);
    }

    @Test
    void jobsOfARunningRunStandByThemselves() {
        startRun();

        assertThat(standings("run-a", "run-a-0-0", "run-a-0-1", "run-a-0-7", "run-a-3-0"))
                .containsExactly(
                        Standing.PENDING, Standing.SUCCEEDED, Standing.PENDING, Standing.FAILED, Standing.FAILED);
    }

    @Test
    void completedRunWithoutAReportIsJudgedByItsResult() {
        startRun();
        client.newWorkflowStub(OcrRunWorkflow.class, RUN.workflowId()).cancel();
        await().until(() ->
                client.newUntypedWorkflowStub(RUN.workflowId()).describe().getStatus()
                        == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);

        assertThat(standings("run-a", "run-a-0-0", "run-a-0-1"))
                .containsExactly(Standing.FAILED, Standing.SUCCEEDED, Standing.FAILED);
    }

    @Test
    void reportOutlivesTheEngine() {
        var archive = new FileRunArchive(layout);
        archive.archive(RunSamples.report(new RunId("good"), workspace, RunState.SUCCESS, "SS"));
        archive.archive(RunSamples.report(new RunId("bad"), workspace, RunState.FAILED, "SF"));

        assertThat(standings("good", "good-0-1", "bad", "bad-0-0", "bad-0-1"))
                .containsExactly(
                        Standing.SUCCEEDED, Standing.SUCCEEDED, Standing.FAILED, Standing.SUCCEEDED, Standing.FAILED);
    }

    @Test
    void runIdThatLooksLikeAJobIdIsARun() {
        new FileRunArchive(layout).archive(RunSamples.report(new RunId("x-1-2"), workspace, RunState.SUCCESS, "SS"));

        assertThat(standings("x-1-2")).containsExactly(Standing.SUCCEEDED);
    }

    @Test
    void unknownAndMalformedIdsHaveFailed() {
        assertThat(standings("nobody", "nobody-0-0", "../etc", "", "a-b-c"))
                .containsOnly(Standing.FAILED)
                .hasSize(5);
    }

    private List<Standing> standings(String... ids) {
        List<DependencyState> states = lookup.dependencies(List.of(ids));
        assertThat(states).extracting(DependencyState::id).containsExactly(ids);
        return states.stream().map(DependencyState::standing).toList();
    }

    private void startRun() {
        OcrRunWorkflow run = client.newWorkflowStub(
                OcrRunWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(RUN.workflowId())
                        .setTaskQueue(TaskQueues.ENGINE)
                        .build());
        WorkflowClient.start(run::run, RunInput.start(RunSamples.plan(RUN, workspace)));
    }

    /** Its first job has succeeded and its second waits; it ends CANCELLED when told so. */
    public static final class HalfDoneRun implements OcrRunWorkflow {
        private final RunPlan plan;
        private RunState state = RunState.RUNNING;

        @WorkflowInit
        public HalfDoneRun(RunInput input) {
            this.plan = input.plan();
        }

        @Override
        public RunStatus run(RunInput input) {
            Workflow.await(() -> state.isTerminal());
            return status();
        }

        @Override
        public void cancel() {
            state = RunState.CANCELLED;
        }

        @Override
        public void stop() {
            cancel();
        }

        @Override
        public void workspaceAnswer(WorkspaceAnswer answer) {
            throw new AssertionError("Expected no answer, but got " + answer + ".");
        }

        @Override
        public RunProgressView progress() {
            return new RunProgressView(state, null, List.of(), List.of());
        }

        @Override
        public RunStatus status() {
            String jobs = state.isTerminal() ? "SX" : "Sq";
            return new RunStatus(plan.runId(), state, null, List.of(jobs), List.of());
        }

        @Override
        public RunPlan plan() {
            return plan;
        }
    }
}
