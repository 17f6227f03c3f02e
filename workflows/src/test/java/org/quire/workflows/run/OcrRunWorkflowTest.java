package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.mets.MetsFile;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMessage;

@Timeout(120)
class OcrRunWorkflowTest {

    private final RunStage stage = new RunStage(OcrRunWorkflowImpl.class);

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void runsEveryStepOnEveryPageAndCommitsAll() {
        RunPlan plan = Plans.of("dag", 3, Plans.options(10), "IMG->A", "IMG->B", "A,B->C");

        RunStatus status = stage.run(plan);

        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(status.jobStates()).containsExactly("SSS", "SSS", "SSS");
        assertThat(stage.workspace.delivered()).isEqualTo(9);
        assertThat(stage.workspace.released()).containsExactly(0, 1, 2);
        assertThat(stage.workspace.messages.stream().map(WorkspaceMessage::sequence))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, stage.workspace.messages.size())
                        .mapToObj(Long::valueOf)
                        .toList());
        assertThat(stage.workspace.messages.get(stage.workspace.messages.size() - 1))
                .isInstanceOf(WorkspaceMessage.Finish.class);
    }

    @Test
    void laterStepsAreHandedTheFilesOfEarlierOnes() {
        stage.run(Plans.of("files", 1, Plans.options(10), "IMG->A", "A->B"));

        JobRequest second = stage.processors.requests.get(1);
        assertThat(second.earlierFiles()).extracting(MetsFile::id).containsExactly("A_PHYS_0001");
        assertThat(second.pages()).containsExactly("PHYS_0001");
        assertThat(second.wholeWorkspace()).isTrue();
        assertThat(second.stepNumber()).isEqualTo(2);
    }

    @Test
    void archivesTheReportOfTheEnd() {
        RunPlan plan = Plans.of("report", 1, Plans.options(10), "IMG->A");

        RunStatus status = stage.run(plan);

        assertThat(stage.reports).hasSize(1);
        assertThat(stage.reports.get(0).status()).isEqualTo(status);
        assertThat(stage.reports.get(0).plan()).isEqualTo(plan);
        assertThat(stage.reports.get(0).endedAt())
                .isAfterOrEqualTo(stage.reports.get(0).startedAt());
    }

    @Test
    void aFailedPageDoesNotStopTheOthers() {
        stage.processors.rule = request -> request.jobId().unit() == 1 && request.stepNumber() == 1
                ? FakeProcessors.fail(request)
                : FakeProcessors.succeed(request);

        RunStatus status = stage.run(Plans.of("failed-page", 3, Plans.options(10), "IMG->A", "A->B"));

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.reason()).isEqualTo("1 job failed: ocrd-step1 on PHYS_0002 (exit 1: no image)");
        assertThat(status.jobStates()).containsExactly("SFS", "SXS");
        assertThat(stage.workspace.delivered()).isEqualTo(4);
    }

    @Test
    void cancelBeforeTheFirstJobLeavesCancelledAndStartsNone() {
        stage.workspace.rule =
                message -> message instanceof WorkspaceMessage.Finish ? FakeWorkspace.agree(message) : List.of();
        RunPlan plan = Plans.of("cancel-early", 3, Plans.options(10), "IMG->A", "A->B");
        WorkflowStub run = stage.start(plan);
        run.signal(OcrRunWorkflow.CANCEL);

        RunStatus status = RunStage.result(run);

        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("XXX", "XXX");
        assertThat(stage.processors.requests).isEmpty();
        assertThat(stage.workspace.delivered()).isZero();
    }

    @Test
    void signalThatComesWithTheStartIsHeard() {
        RunPlan plan = Plans.of("cancel-first", 1, Plans.options(10), "IMG->A");
        WorkflowStub run = WorkflowStub.fromTyped(stage.stub(plan));
        run.signalWithStart(OcrRunWorkflow.CANCEL, new Object[0], new Object[] {RunInput.start(plan)});

        assertThat(RunStage.result(run).state()).isEqualTo(RunState.CANCELLED);
        assertThat(stage.workspace.messages).isEmpty();
    }

    @Test
    void cancelLetsRunningJobsEndAndKeepsTheirResults() {
        var gate = new CountDownLatch(1);
        stage.processors.rule = gated(gate);
        RunPlan plan = Plans.of("cancel-running", 2, Plans.options(1), "IMG->A", "A->B");
        WorkflowStub run = stage.start(plan);
        await().until(() -> !stage.processors.requests.isEmpty());

        run.signal(OcrRunWorkflow.CANCEL);
        await().until(() -> stage.existing(plan).progress().steps().get(1).cancelled() == 2);
        gate.countDown();

        RunStatus status = RunStage.result(run);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("SX", "XX");
        assertThat(stage.workspace.delivered()).isEqualTo(1);
    }

    @Test
    void temporalsOwnCancellationMeansCancel() {
        var gate = new CountDownLatch(1);
        stage.processors.rule = gated(gate);
        RunPlan plan = Plans.of("cancel-temporal", 2, Plans.options(1), "IMG->A");
        WorkflowStub run = stage.start(plan);
        await().until(() -> !stage.processors.requests.isEmpty());

        run.cancel();
        await().until(() -> stage.existing(plan).progress().steps().get(0).cancelled() == 1);
        gate.countDown();

        assertThatThrownBy(() -> RunStage.result(run)).hasCauseInstanceOf(CanceledFailure.class);
        RunStatus status = stage.existing(plan).status();
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("SX");
        assertThat(stage.workspace.delivered()).isEqualTo(1);
        assertThat(stage.reports).hasSize(1);
    }

    @Test
    void stopInterruptsRunningJobs() {
        stage.processors.rule = gated(new CountDownLatch(1));
        WorkflowStub run = stage.start(Plans.of("stop", 2, Plans.options(2), "IMG->A", "A->B"));
        await().until(() -> stage.processors.requests.size() == 2);

        run.signal(OcrRunWorkflow.STOP);

        RunStatus status = RunStage.result(run);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("XX", "XX");
        assertThat(stage.workspace.delivered()).isZero();
    }

    @Test
    void keepsTheResultOfAStoppedJobThatSucceededNevertheless() {
        var stopped = new CountDownLatch(1);
        stage.processors.rule = request -> {
            try {
                FakeProcessors.heartbeatUntil(stopped, beat -> beat);
            } catch (io.temporal.client.ActivityCompletionException e) {
                return FakeProcessors.succeed(request);
            }
            throw new IllegalStateException("Expected to be interrupted.");
        };
        WorkflowStub run = stage.start(Plans.of("stop-late", 1, Plans.options(2), "IMG->A", "A->B"));
        await().until(() -> !stage.processors.requests.isEmpty());

        run.signal(OcrRunWorkflow.STOP);

        assertThat(RunStage.result(run).jobStates()).containsExactly("S", "X");
        assertThat(stage.workspace.delivered()).isEqualTo(1);
    }

    @Test
    void retriesAJobWhoseProcessWasLost() {
        stage.processors.rule = request -> {
            if (stage.processors.requests.size() < 3) {
                throw new IllegalStateException("The process was killed by signal 9.");
            }
            return FakeProcessors.succeed(request);
        };

        RunStatus status = stage.run(Plans.of("retry", 1, Plans.options(2), "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(stage.processors.requests).hasSize(3);
    }

    @Test
    void failsAJobOnceItsAttemptsAreUsedUp() {
        stage.processors.rule = request -> {
            throw new IllegalStateException("The process was killed by signal 9.");
        };

        RunStatus status = stage.run(Plans.of("retry-out", 1, Plans.options(2), "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.failures().get(0).reason()).isEqualTo("The process was killed by signal 9.");
        assertThat(stage.processors.requests).hasSize(3);
    }

    @Test
    void doesNotRetryWhatCanNeverWork() {
        stage.processors.rule = request -> {
            throw ApplicationFailure.newNonRetryableFailure("No such executable.", "JobImpossible");
        };

        RunStatus status = stage.run(Plans.of("never", 1, Plans.options(2), "IMG->A"));

        assertThat(status.failures().get(0).reason()).isEqualTo("No such executable.");
        assertThat(stage.processors.requests).hasSize(1);
    }

    @Test
    void namesALostWorkerAsTheReason() {
        var never = new CountDownLatch(1);
        stage.processors.rule = request -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return FakeProcessors.fail(request);
        };

        RunStatus status = stage.run(Plans.of("lost", 1, Plans.options(2), "IMG->A"));

        assertThat(status.failures().get(0).reason()).isEqualTo("The worker was lost (3 attempts).");
        assertThat(stage.processors.requests).hasSize(3);
    }

    @Test
    void commitThatCanNeverWorkFailsTheRun() {
        stage.workspace.rule = message -> message instanceof WorkspaceMessage.Deliver deliver
                ? List.of(new WorkspaceAnswer.CommitFailed(deliver.sequence(), "mets.xml is gone"))
                : FakeWorkspace.agree(message);

        RunStatus status = stage.run(Plans.of("commit-failed", 1, Plans.options(2), "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.reason()).contains("mets.xml is gone");
    }

    @Test
    void failedDependencyCancelsBeforeAnyJob() {
        stage.workspace.rule = message -> message instanceof WorkspaceMessage.Register
                ? List.of(new WorkspaceAnswer.DependencyFailed("Run other failed."))
                : FakeWorkspace.agree(message);

        RunStatus status = stage.run(Plans.of("dependency", 2, Plans.options(2), "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.reason()).isEqualTo("Run other failed.");
        assertThat(stage.processors.requests).isEmpty();
    }

    @Test
    void asksAgainWhenItsFarewellWasNotAnswered() {
        stage.workspace.rule =
                message -> message instanceof WorkspaceMessage.Finish ? List.of() : FakeWorkspace.agree(message);

        RunStatus status = stage.run(Plans.of("farewell", 1, Plans.options(2), "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(stage.workspace.messages)
                .last()
                .isInstanceOfSatisfying(
                        WorkspaceMessage.Reminder.class,
                        reminder -> assertThat(reminder.sequence()).isEqualTo(3));
    }

    @Test
    void tellsJobAndRunCallbacksDetached() {
        RunPlan plan = Plans.of("callbacks", 2, Plans.options("http://c/job", "http://c/run"), "IMG->A");

        stage.run(plan);

        await().untilAsserted(() -> assertThat(stage.callbacks)
                .extracting(callback ->
                        callback.url() + " " + callback.jobId() + " " + callback.state() + " " + callback.pathToMets())
                .containsExactlyInAnyOrder(
                        "http://c/job callbacks-0-0 SUCCESS /data/book/mets.xml",
                        "http://c/job callbacks-0-1 SUCCESS /data/book/mets.xml",
                        "http://c/run callbacks SUCCESS /data/book/mets.xml"));
    }

    @Test
    void tellsTheEndOfAJobOnlyWhenItsResultIsCommitted() {
        stage.workspace.rule =
                message -> message instanceof WorkspaceMessage.Register ? FakeWorkspace.agree(message) : List.of();
        RunPlan plan = Plans.of("late-commit", 1, Plans.options("http://c/job", null), "IMG->A");
        WorkflowStub run = stage.start(plan);
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.workspace.messages.size() == 3);
        assertThat(stage.existing(plan).status().jobStates()).containsExactly("S");
        assertThat(stage.history(plan))
                .extracting(HistoryEvent::getEventType)
                .doesNotContain(EventType.EVENT_TYPE_START_CHILD_WORKFLOW_EXECUTION_INITIATED);

        stage.workspace.answer(plan.runId(), new WorkspaceAnswer.Committed(3));

        assertThat(RunStage.result(run).state()).isEqualTo(RunState.SUCCESS);
        await().untilAsserted(() ->
                assertThat(stage.callbacks).extracting(Callback::state).containsExactly("SUCCESS"));
    }

    @Test
    void tellsOfNoSuccessThatCouldNotBeCommitted() {
        stage.workspace.rule = message -> message instanceof WorkspaceMessage.Deliver deliver
                ? List.of(new WorkspaceAnswer.CommitFailed(deliver.sequence(), "disk full"))
                : FakeWorkspace.agree(message);

        RunStatus status = stage.run(Plans.of("no-commit", 1, Plans.options("http://c/job", null), "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        await().untilAsserted(() ->
                assertThat(stage.callbacks).extracting(Callback::state).containsExactly("FAILED"));
    }

    @Test
    void aDeadReceiverDoesNotHoldTheRun() {
        stage.receiverIsDead = true;
        RunPlan plan = Plans.of("dead", 1, Plans.options("http://c/job", "http://c/run"), "IMG->A");

        assertThat(stage.run(plan).state()).isEqualTo(RunState.SUCCESS);

        // Once time has passed, the callback gives up and is no failure.
        stage.environment
                .getWorkflowClient()
                .newUntypedWorkflowStub("callback/dead")
                .getResult(Void.class);
        assertThat(stage.callbacks).isEmpty();
    }

    @Test
    void jobsReadWellInTheWebUi() {
        RunPlan plan = Plans.of("readable", 1, Plans.options(2), "IMG->A", "A->B");
        stage.run(plan);

        List<HistoryEvent> jobs = stage.history(plan).stream()
                .filter(event -> event.getEventType() == EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)
                .filter(event -> event.getActivityTaskScheduledEventAttributes()
                        .getActivityType()
                        .getName()
                        .equals("RunProcessor"))
                .toList();
        assertThat(jobs)
                .extracting(
                        event -> event.getUserMetadata().getSummary().getData().toStringUtf8())
                .containsExactly("\"step 1/2 ocrd-step1 PHYS_0001\"", "\"step 2/2 ocrd-step2 PHYS_0001\"");
    }

    @Test
    void twoThousandPagesStayWithinTheEnginesLimits() {
        RunPlan plan = Plans.of("many", 2_000, Plans.options(40), "IMG->A");
        WorkflowStub run = stage.start(plan);
        WorkflowExecution first = run.getExecution();

        RunStatus status = RunStage.result(run);

        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(stage.processors.jobIds()).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(stage.workspace.delivered()).isEqualTo(2_000);
        assertThat(stage.environment
                        .getWorkflowClient()
                        .fetchHistory(first.getWorkflowId(), first.getRunId())
                        .getEvents())
                .hasSizeLessThan(10_000);
    }

    private static FakeProcessors.Rule gated(CountDownLatch gate) {
        return request -> {
            FakeProcessors.heartbeatUntil(gate, beat -> beat);
            return FakeProcessors.succeed(request);
        };
    }
}
