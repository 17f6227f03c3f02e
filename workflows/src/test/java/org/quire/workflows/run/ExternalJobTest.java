package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.job.JobResult;

@Timeout(120)
class ExternalJobTest {

    private static final JobReport SUCCESS = new JobReport(1, true, null);

    private final RunStage stage = new RunStage(OcrRunWorkflowImpl.class);

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void goesOnWithWhatWasMadeOutside() {
        RunPlan plan = plan("made-outside", 1, Agent.EXTERNAL, Agent.WORKER);
        WorkflowStub run = stage.start(plan);
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut("made-outside-0-0"));

        stage.outside.report("made-outside-0-0", SUCCESS);

        assertThat(RunStage.result(run).jobStates()).containsExactly("S", "S");
        assertThat(stage.processors.requests)
                .singleElement()
                .satisfies(next -> assertThat(next.earlierFiles()).hasSize(1));
        assertThat(stage.outside.discarded()).isEmpty();
        assertThat(stage.workspace.delivered()).isEqualTo(2);
    }

    @Test
    void aFailureOutsideIsAResultAndIsNotTriedAgain() {
        RunPlan plan = plan("failed-outside", 1, Agent.EXTERNAL);
        WorkflowStub run = stage.start(plan);
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut("failed-outside-0-0"));

        stage.outside.report("failed-outside-0-0", new JobReport(1, false, "no image"));

        RunStatus status = RunStage.result(run);
        assertThat(status.jobStates()).containsExactly("F");
        assertThat(status.failures().getFirst().reason()).isEqualTo("exit 3");
        assertThat(stage.outside.collected)
                .singleElement()
                .satisfies(request -> assertThat(request.report().reason()).isEqualTo("no image"));
    }

    @Test
    void timeThatIsUpFailsTheJobOnce() {
        // Temporal's test server skips no time while an activity is open, so this one is short.
        RunPlan plan =
                Plans.with(Plans.of("late", 2, Plans.options(50), "IMG->A"), Duration.ofSeconds(3), Agent.EXTERNAL);
        WorkflowStub run = stage.start(plan);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> stage.outside.isOut("late-0-0") && stage.outside.isOut("late-0-1"));
        stage.outside.report("late-0-1", SUCCESS);

        RunStatus status = RunStage.result(run);

        assertThat(status.jobStates()).containsExactly("FS");
        assertThat(status.failures().getFirst().reason()).contains("timeout of 3 s");
        assertThat(stage.outside.discarded()).containsExactly("late-0-0");
        assertThatThrownBy(() -> stage.outside.report("late-0-0", SUCCESS))
                .isInstanceOf(ActivityCompletionException.class);
    }

    @Test
    void stopTakesTheJobBackWithoutWaitingForAnybody() {
        RunPlan plan = plan("stopped", 1, Agent.EXTERNAL, Agent.WORKER);
        WorkflowStub run = stage.start(plan);
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut("stopped-0-0"));

        run.signal(OcrRunWorkflow.STOP);

        RunStatus status = RunStage.result(run);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("X", "X");
        assertThat(stage.outside.discarded()).containsExactly("stopped-0-0");
        assertThatThrownBy(() -> stage.outside.report("stopped-0-0", SUCCESS))
                .isInstanceOf(ActivityCompletionException.class);
        assertThat(stage.workspace.delivered()).isZero();
    }

    @Test
    void cancelLetsTheJobThatIsOutEnd() {
        RunPlan oneAtATime = Plans.with(Plans.of("cancelled", 2, Plans.options(1), "IMG->A"), Agent.EXTERNAL);
        WorkflowStub run = stage.start(oneAtATime);
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut("cancelled-0-0"));
        run.signal(OcrRunWorkflow.CANCEL);
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        stage.existing(oneAtATime).progress().steps().getFirst().cancelled() == 1);

        stage.outside.report("cancelled-0-0", SUCCESS);

        assertThat(RunStage.result(run).jobStates()).containsExactly("SX");
        assertThat(stage.workspace.delivered()).isEqualTo(1);
    }

    @Test
    void collectsEvenAfterTemporalsOwnCancellation() {
        RunPlan plan = plan("temporal", 1, Agent.EXTERNAL);
        WorkflowStub run = stage.start(plan);
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut("temporal-0-0"));
        run.cancel();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> stage.history(plan).stream()
                        .anyMatch(event ->
                                event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED));

        stage.outside.report("temporal-0-0", SUCCESS);

        await().atMost(Duration.ofSeconds(60)).until(() -> !stage.reports.isEmpty());
        assertThat(stage.reports.getFirst().status().jobStates()).containsExactly("S");
    }

    @Test
    void tellsOfWhatCouldNotBeCollected() {
        stage.outside.collecting = request -> {
            if (request.report() != null) {
                throw new IllegalStateException("disk full");
            }
            return JobResult.failure(request.job().jobId(), "gone", null);
        };
        WorkflowStub run = stage.start(plan("uncollected", 1, Agent.EXTERNAL));
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut("uncollected-0-0"));

        stage.outside.report("uncollected-0-0", SUCCESS);

        assertThat(RunStage.result(run).failures().getFirst().reason()).isEqualTo("disk full");
        assertThat(stage.outside.discarded()).containsExactly("uncollected-0-0");
    }

    @Test
    void neverNearsItsBudgetOfEvents() {
        RunPlan plan = plan("events", 20, Agent.EXTERNAL);
        WorkflowStub run = stage.start(plan);
        for (int page = 0; page < 20; page++) {
            String job = "events-0-" + page;
            await().atMost(Duration.ofSeconds(60)).until(() -> stage.outside.isOut(job));
            stage.outside.report(job, page % 2 == 0 ? SUCCESS : new JobReport(1, false, "bad"));
        }

        RunStage.result(run);

        assertThat(stage.history(plan).size()).isLessThan(20 * EventBudget.EVENTS_PER_EXTERNAL_JOB);
    }

    @Test
    void forwardsTheJobsOfServersToTheirOwnQueue() {
        RunStatus status = stage.run(plan("served", 2, Agent.SERVER, Agent.WORKER));

        assertThat(status.jobStates()).containsExactly("SS", "SS");
        assertThat(stage.servers.jobIds()).containsExactlyInAnyOrder("served-0-0", "served-0-1");
        assertThat(stage.processors.jobIds()).containsExactlyInAnyOrder("served-1-0", "served-1-1");
    }

    @Test
    void aPlanFromBeforeThereWereAgentsMeansWorkers() throws Exception {
        var mapper = QuireData.mapper();
        ObjectNode old = mapper.valueToTree(plan("old", 1, Agent.WORKER).steps().getFirst());
        old.remove("agent");

        PlannedStep read = mapper.treeToValue(old, PlannedStep.class);

        assertThat(read.agentOrWorker()).isEqualTo(Agent.WORKER);
    }

    private static RunPlan plan(String id, int pages, Agent... agents) {
        String[] steps = agents.length == 1 ? new String[] {"IMG->A"} : new String[] {"IMG->A", "A->B"};
        return Plans.with(Plans.of(id, pages, Plans.options(50), steps), agents);
    }
}
