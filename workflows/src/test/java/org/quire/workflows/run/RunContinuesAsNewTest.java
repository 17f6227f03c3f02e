package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.workspace.WorkspaceMessage;

@Timeout(120)
class RunContinuesAsNewTest {

    static final int EVENTS = 150;

    /** The run, with room for few events only. */
    public static final class ShortRun extends OcrRunWorkflowImpl {

        @WorkflowInit
        public ShortRun(RunInput input) {
            super(input, new EventBudget(EVENTS, Long.MAX_VALUE));
        }
    }

    private final RunStage stage = new RunStage(ShortRun.class);

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void goesOnWhereItWasAndRunsNoJobTwice() {
        stage.processors.rule = request -> request.jobId().unit() % 10 == 3 && request.stepNumber() == 2
                ? FakeProcessors.fail(request)
                : FakeProcessors.succeed(request);
        RunPlan plan = Plans.of("long", 60, Plans.options(5), "IMG->A", "A->B", "B->C");
        WorkflowStub run = stage.start(plan);
        String first = run.getExecution().getRunId();

        RunStatus status = RunStage.result(run);

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.failures()).hasSize(6);
        assertThat(stage.processors.jobIds()).doesNotHaveDuplicates().hasSize(60 + 60 + 54);
        assertThat(stage.workspace.delivered()).isEqualTo(60 + 54 + 54);
        assertThat(stage.workspace.released()).hasSize(60).doesNotHaveDuplicates();
        assertThat(stage.reports).hasSize(1);
        List<HistoryEvent> events = stage.environment
                .getWorkflowClient()
                .fetchHistory(plan.runId().workflowId(), first)
                .getEvents();
        assertThat(events.get(events.size() - 1).getEventType())
                .isEqualTo(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW);
        assertThat(events).hasSizeLessThan(EVENTS + EVENTS / 2);
    }

    @Test
    void countsEveryJobOnceAtEveryPollAcrossExecutions() {
        Set<String> executions = ConcurrentHashMap.newKeySet();
        stage.processors.rule = request -> {
            // The first half is done over several executions, so that who waits for the second one sees a later one.
            int polled = request.jobId().unit() < 40 ? 1 : 2;
            await().atMost(Duration.ofSeconds(60)).until(() -> executions.size() >= polled);
            return request.jobId().unit() % 10 == 3 && request.stepNumber() == 1
                    ? FakeProcessors.fail(request)
                    : FakeProcessors.succeed(request);
        };
        RunPlan plan = Plans.of("polled-on", 80, Plans.options(4), "IMG->A", "A->B");
        stage.start(plan);
        WorkflowStub latest = stage.environment
                .getWorkflowClient()
                .newUntypedWorkflowStub(plan.runId().workflowId());
        List<Integer> ended = new ArrayList<>();

        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    executions.add(latest.describe().getExecution().getRunId());
                    RunProgressView view = stage.existing(plan).progress();
                    assertThat(view.steps())
                            .hasSize(2)
                            .allSatisfy(step -> assertThat(step.cached()
                                            + step.queued()
                                            + step.succeeded()
                                            + step.failed()
                                            + step.cancelled())
                                    .isEqualTo(80));
                    assertThat(stage.existing(plan).status().jobStates())
                            .hasSize(2)
                            .allMatch(letters -> letters.length() == 80);
                    ended.add(view.steps().stream()
                            .mapToInt(step -> step.succeeded() + step.failed() + step.cancelled())
                            .sum());
                    return view.state().isTerminal();
                });

        assertThat(executions).as("polled executions").hasSizeGreaterThan(1);
        assertThat(ended).as("ended jobs at each poll").isSorted().endsWith(160);
    }

    @Test
    void handsFilesOfOpenUnitsOn() {
        stage.run(Plans.of("files-on", 30, Plans.options(4), "IMG->A", "A->B", "B->C"));

        assertThat(stage.processors.requests)
                .filteredOn(request -> request.stepNumber() == 3)
                .hasSize(30)
                .allSatisfy(request -> assertThat(request.earlierFiles()).hasSize(2));
    }

    @Test
    void tellsEachJobsCallbackOnceAcrossExecutions() {
        RunStatus status =
                stage.run(Plans.of("callbacks-on", 30, Plans.options("http://c/job", "http://c/run"), "IMG->A"));

        await().untilAsserted(() -> assertThat(stage.callbacks).hasSize(31));
        assertThat(stage.callbacks).extracting(Callback::jobId).doesNotHaveDuplicates();
        assertThat(stage.reports).extracting(RunReport::status).containsExactly(status);
    }

    @Test
    void cancelThatComesInAnyExecutionIsKept() {
        RunPlan plan = Plans.of("cancel-on", 2_000, Plans.options(4), "IMG->A");
        WorkflowStub run = stage.start(plan);
        await().until(() -> stage.processors.requests.size() > 60);

        stage.existing(plan).cancel();

        RunStatus status = RunStage.result(run);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        long succeeded = status.jobStates().get(0).chars().filter(c -> c == 'S').count();
        assertThat(succeeded).isEqualTo(stage.workspace.delivered()).isLessThan(2_000);
    }

    @Test
    void aRunThatTemporalCancelsEndsInOrderHoweverLongItsHistory() {
        var gate = new CountDownLatch(1);
        stage.processors.rule = request -> {
            if (request.jobId().unit() >= 60) {
                FakeProcessors.heartbeatUntil(gate, beat -> beat);
            }
            return FakeProcessors.succeed(request);
        };
        RunPlan plan = Plans.of("cancelled-on", 100, Plans.options("http://c/job", null), "IMG->A");
        WorkflowStub run = stage.start(plan);
        await().until(() -> stage.processors.requests.size() > 60);

        stage.environment
                .getWorkflowClient()
                .newUntypedWorkflowStub(plan.runId().workflowId())
                .cancel();
        await().until(() -> stage.existing(plan).progress().steps().get(0).cancelled() > 0);
        gate.countDown();

        assertThatThrownBy(() -> RunStage.result(run)).hasCauseInstanceOf(CanceledFailure.class);
        assertThat(stage.existing(plan).status().state()).isEqualTo(RunState.CANCELLED);
        assertThat(stage.workspace.messages.get(stage.workspace.messages.size() - 1))
                .isInstanceOf(WorkspaceMessage.Finish.class);
        await().untilAsserted(() -> assertThat(stage.callbacks).hasSize(100));
    }
}
