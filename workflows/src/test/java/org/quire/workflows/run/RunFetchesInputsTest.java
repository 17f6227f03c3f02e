package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.CanceledFailure;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.mets.MetsFile;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.workspace.WorkspaceMessage;

/** Runs over books whose images are elsewhere. */
@Timeout(120)
class RunFetchesInputsTest {

    private static final int ATTEMPTS = 4;

    private final RunStage stage = new RunStage(OcrRunWorkflowImpl.class);

    @AfterEach
    void close() {
        stage.close();
    }

    private static RunPlan plan(String id, int pages, FetchPlan.RemoteFiles remote, String... steps) {
        RunPlan plan = Plans.of(id, pages, Plans.options(10), steps);
        return plan.withFetch(FetchPlan.of(plan.steps(), plan.units(), remote, ATTEMPTS));
    }

    private List<MetsFile> committed() {
        return stage.workspace.messages.stream()
                .filter(WorkspaceMessage.Deliver.class::isInstance)
                .flatMap(message -> ((WorkspaceMessage.Deliver) message).results().stream())
                .flatMap(result -> result.files().stream())
                .toList();
    }

    @Test
    void fetchesOnceForThePagesThatNeedItAndHandsTheFilesOn() {
        RunPlan plan = plan("remote", 3, (group, page) -> !page.equals("PHYS_0002"), "IMG->A", "A,IMG->B");

        RunStatus status = stage.run(plan);

        assertThat(status.state()).isEqualTo(RunState.SUCCESS);
        assertThat(stage.fetch.jobs()).containsExactlyInAnyOrder("remote-0-0", "remote-0-2");
        assertThat(stage.fetch.requests).allSatisfy(request -> {
            assertThat(request.groups()).containsExactly("IMG");
            assertThat(request.pages()).hasSize(1);
        });
        assertThat(stage.processors.requests)
                .filteredOn(request -> request.pages().contains("PHYS_0001"))
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.earlierFiles()).contains(FakeFetch.file("IMG", "PHYS_0001")));
        assertThat(committed())
                .hasSize(8)
                .contains(FakeFetch.file("IMG", "PHYS_0001"), FakeFetch.file("IMG", "PHYS_0003"));
    }

    @Test
    void aRunWithLocalFilesFetchesNothing() {
        RunPlan plan = plan("local", 2, (group, page) -> false, "IMG->A");

        assertThat(plan.fetch()).isNull();
        assertThat(stage.run(plan).state()).isEqualTo(RunState.SUCCESS);
        assertThat(stage.fetch.requests).isEmpty();
    }

    @Test
    void aFileThatCanNeverBeHadFailsItsJobAndNoOther() {
        stage.fetch.rule = request -> request.jobId().unit() == 1
                ? FetchResult.failure("Expected IMG_2 from http://images/2, but got status 404.")
                : FakeFetch.succeed(request);

        RunStatus status = stage.run(plan("gone", 3, (group, page) -> true, "IMG->A", "A->B"));

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.jobStates()).containsExactly("SFS", "SXS");
        assertThat(status.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.reason()).contains("http://images/2", "404"));
        assertThat(stage.fetch.requests).hasSize(3);
    }

    @Test
    void triesAgainWhatMayWorkNextTime() {
        var calls = new AtomicInteger();
        stage.fetch.rule = request -> {
            if (calls.incrementAndGet() < ATTEMPTS) {
                throw new IllegalStateException("Expected IMG_1, but got status 500.");
            }
            return FakeFetch.succeed(request);
        };

        assertThat(stage.run(plan("again", 1, (group, page) -> true, "IMG->A")).state())
                .isEqualTo(RunState.SUCCESS);
        assertThat(stage.fetch.requests).hasSize(ATTEMPTS);
    }

    @Test
    void givesUpWhenTheAttemptsAreUsedUpAndSaysWhy() {
        stage.fetch.rule = request -> {
            throw new IllegalStateException("Expected IMG_1 from http://images/1, but got status 503.");
        };

        RunStatus status = stage.run(plan("used-up", 1, (group, page) -> true, "IMG->A"));

        assertThat(status.state()).isEqualTo(RunState.FAILED);
        assertThat(status.failures().get(0).reason())
                .isEqualTo("Expected IMG_1 from http://images/1, but got status 503.");
        assertThat(stage.fetch.requests).hasSize(ATTEMPTS);
        assertThat(stage.processors.requests).isEmpty();
    }

    @Test
    void stopInterruptsAFetchAndStartsNoJob() {
        stage.fetch.rule = request -> {
            FakeProcessors.heartbeatUntil(new CountDownLatch(1), beat -> beat);
            return FakeFetch.succeed(request);
        };
        WorkflowStub run = stage.start(plan("stop", 2, (group, page) -> true, "IMG->A"));
        await().until(() -> stage.fetch.requests.size() == 2);

        run.signal(OcrRunWorkflow.STOP);

        RunStatus status = RunStage.result(run);
        assertThat(status.state()).isEqualTo(RunState.CANCELLED);
        assertThat(status.jobStates()).containsExactly("XX");
        assertThat(stage.processors.requests).isEmpty();
    }

    @Test
    void noJobStartsAfterAStopEvenIfItsFilesCameNevertheless() {
        stage.fetch.rule = request -> {
            try {
                FakeProcessors.heartbeatUntil(new CountDownLatch(1), beat -> beat);
            } catch (ActivityCompletionException e) {
                return FakeFetch.succeed(request);
            }
            throw new IllegalStateException("Expected to be interrupted.");
        };
        WorkflowStub run = stage.start(plan("stop-late", 1, (group, page) -> true, "IMG->A"));
        await().until(() -> stage.fetch.requests.size() == 1);

        run.signal(OcrRunWorkflow.STOP);

        assertThat(RunStage.result(run).jobStates()).containsExactly("X");
        assertThat(stage.processors.requests).isEmpty();
    }

    @Test
    void temporalsOwnCancellationLetsAJobEndThatIsStillFetching() {
        var gate = new CountDownLatch(1);
        stage.fetch.rule = request -> {
            FakeProcessors.heartbeatUntil(gate, beat -> beat);
            return FakeFetch.succeed(request);
        };
        RunPlan plan = plan("cancelled", 2, (group, page) -> true, "IMG->A", "A->B");
        WorkflowStub run = stage.start(plan);
        await().until(() -> stage.fetch.requests.size() == 2);

        run.cancel();
        await().until(() -> stage.existing(plan).progress().steps().get(1).cancelled() == 2);
        gate.countDown();

        assertThatThrownBy(() -> RunStage.result(run)).hasCauseInstanceOf(CanceledFailure.class);
        assertThat(stage.existing(plan).status().jobStates()).containsExactly("SS", "XX");
        assertThat(stage.processors.requests).extracting(JobRequest::stepNumber).containsExactly(1, 1);
    }

    @Test
    void goesOnFetchingWhenItContinuesAsNew() {
        try (var small = new RunStage(RunContinuesAsNewTest.ShortRun.class)) {
            RunPlan plan = plan("long", 60, (group, page) -> true, "IMG->A");
            WorkflowStub run = small.start(plan);
            String first = run.getExecution().getRunId();

            assertThat(RunStage.result(run).state()).isEqualTo(RunState.SUCCESS);

            assertThat(small.fetch.jobs()).hasSize(60).doesNotHaveDuplicates();
            assertThat(small.environment
                            .getWorkflowClient()
                            .fetchHistory(plan.runId().workflowId(), first)
                            .getEvents())
                    .hasSizeLessThan(RunContinuesAsNewTest.EVENTS * 3 / 2);
        }
    }
}
