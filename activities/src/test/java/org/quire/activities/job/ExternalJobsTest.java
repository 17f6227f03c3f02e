package org.quire.activities.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.MetsCache;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.CollectRequest;
import org.quire.workflows.job.ExternalJobActivity;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/** Jobs handed out on Temporal's test server, run by the test as somebody outside would. */
@Timeout(120)
class ExternalJobsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Hands a job out, and collects as often as it is told. */
    @WorkflowInterface
    public interface HandOutAndCollect {
        @WorkflowMethod
        List<JobResult> run(JobRequest request, int collections);
    }

    public static final class HandsOutAndCollects implements HandOutAndCollect {

        @Override
        public List<JobResult> run(JobRequest request, int collections) {
            ExternalJobActivity activity = Workflow.newActivityStub(
                    ExternalJobActivity.class,
                    ActivityOptions.newBuilder()
                            .setStartToCloseTimeout(Duration.ofMinutes(2))
                            .setRetryOptions(RetryOptions.newBuilder()
                                    .setMaximumAttempts(1)
                                    .build())
                            .build());
            JobReport report = activity.handOut(request);
            List<JobResult> results = new ArrayList<>();
            for (int i = 0; i < collections; i++) {
                results.add(activity.collect(new CollectRequest(request, report)));
            }
            results.add(activity.collect(new CollectRequest(request, null)));
            return results;
        }
    }

    @TempDir
    Path temp;

    private SampleWorkspace workspace;
    private TestWorkflowEnvironment temporal;
    private WorkflowStub run;

    @BeforeEach
    void startTemporal() throws IOException {
        workspace = SampleWorkspace.in(temp);
        temporal = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setUseTimeskipping(false)
                .setWorkflowClientOptions(clientOptions())
                .build());
        Worker worker = temporal.newWorker("queue");
        worker.registerWorkflowImplementationTypes(HandsOutAndCollects.class);
        worker.registerActivitiesImplementations(jobs());
        temporal.start();
    }

    private static WorkflowClientOptions clientOptions() {
        return WorkflowClientOptions.newBuilder()
                .setDataConverter(QuireData.converter())
                .build();
    }

    private ExternalJobs jobs() throws IOException {
        Path executable = workspace.processor("echo made > \"$W/OUT/OUT_1.txt\"\nadd OUT OUT_1 OUT/OUT_1.txt\n");
        return new ExternalJobs(
                executable.toString(),
                new MetsCache(4),
                new DataLayout(temp.resolve("data")),
                "host-a",
                Clock.systemUTC());
    }

    @AfterEach
    void stopTemporal() {
        temporal.close();
    }

    @Test
    void whatWasMadeOutsideIsPublishedOnceHoweverOftenItIsCollected() throws Exception {
        HandedOut job = handOut(workspace.request(), 2);
        assertThat(workspace.file("OUT/OUT_1.txt")).doesNotExist();
        runCommand(job);
        report(new JobReport(job.attempt(), true, null));

        List<JobResult> results = results();

        assertThat(results.getFirst().succeeded())
                .as(results.getFirst().reason())
                .isTrue();
        assertThat(results.getFirst().produced().files())
                .singleElement()
                .satisfies(file -> assertThat(file.localPath()).isEqualTo("OUT/OUT_1.txt"));
        assertThat(results.get(1)).isEqualTo(results.getFirst());
        assertThat(workspace.file("OUT/OUT_1.txt")).hasContent("made");
        assertThat(workspace.file("OUT/OUT_2.txt")).hasContent("of another job");
        assertThat(Path.of(job.sandbox())).doesNotExist();
        assertThat(results.getFirst().usage().worker()).isEqualTo("host-a");
    }

    @Test
    void aFailureOutsideLeavesNothing() throws Exception {
        HandedOut job = handOut(workspace.request(), 1);
        runCommand(job);
        report(new JobReport(job.attempt(), false, "no GPU"));

        JobResult result = results().getFirst();

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).isEqualTo("ocrd-fake failed outside: no GPU");
        assertThat(workspace.file("OUT/OUT_1.txt")).doesNotExist();
        assertThat(workspace.file(".quire")).doesNotExist();
    }

    @Test
    void whatIsNotReportedIsThrownAway() throws Exception {
        HandedOut job = handOut(workspace.request(), 0);
        runCommand(job);
        report(new JobReport(job.attempt(), true, null));

        assertThat(results().getFirst().succeeded()).isFalse();
        assertThat(workspace.file("OUT/OUT_1.txt")).doesNotExist();
        assertThat(workspace.file(".quire")).doesNotExist();
    }

    @Test
    void whoMakesFilesElsewhereIsRefused() throws Exception {
        HandedOut job = handOut(workspace.request(), 1);
        Files.writeString(
                Path.of(job.mets()),
                Files.readString(Path.of(job.mets()))
                        .replace(
                                "</mets:fileSec>",
                                "<mets:fileGrp USE=\"OUT\"><mets:file ID=\"X\" MIMETYPE=\"text/plain\"><mets:FLocat"
                                        + " LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"/etc/passwd\""
                                        + " xmlns:xlink=\"http://www.w3.org/1999/xlink\"/></mets:file></mets:fileGrp>"
                                        + "</mets:fileSec>"));
        report(new JobReport(job.attempt(), true, null));

        assertThat(results().getFirst().reason()).contains("/etc/passwd");
    }

    @Test
    void aCollectionThatWasGivenUpTouchesNothing() throws Exception {
        HandedOut job = handOut(workspace.request(), 0);
        runCommand(job);
        var late = TestActivityEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(clientOptions())
                .build());
        try {
            late.setActivityHeartbeatListener(Object.class, any -> {
                throw Status.NOT_FOUND.asRuntimeException();
            });
            late.registerActivitiesImplementations(jobs());
            ExternalJobActivity activity = late.newActivityStub(
                    ExternalJobActivity.class,
                    ActivityOptions.newBuilder()
                            .setStartToCloseTimeout(Duration.ofMinutes(2))
                            .build());

            for (JobReport report : Arrays.asList(new JobReport(job.attempt(), true, null), null)) {
                assertThatThrownBy(() -> activity.collect(new CollectRequest(workspace.request(), report)))
                        .rootCause()
                        .hasMessageContaining("NOT_FOUND");
            }
        } finally {
            late.close();
        }
        assertThat(Path.of(job.sandbox())).exists();
        assertThat(workspace.file("OUT/OUT_1.txt")).doesNotExist();
    }

    @Test
    void saysAtOnceWhatCanNeverBeHandedOut() throws IOException {
        Files.delete(workspace.file("mets.xml"));
        start(workspace.request(), 1);

        assertThat(results().getFirst().reason()).contains("mets.xml");
    }

    @Test
    void everyHandOutHasATokenOfItsOwn() {
        String first = handOut(workspace.request(), 0).token();
        run.terminate("next");

        assertThat(handOut(workspace.request(), 0).token())
                .hasSizeGreaterThan(40)
                .isNotEqualTo(first);
    }

    private void start(JobRequest request, int collections) {
        run = temporal.getWorkflowClient()
                .newUntypedWorkflowStub(
                        "HandOutAndCollect",
                        WorkflowOptions.newBuilder()
                                .setTaskQueue("queue")
                                .setWorkflowId(UUID.randomUUID().toString())
                                .build());
        run.start(request, collections);
    }

    private HandedOut handOut(JobRequest request, int collections) {
        start(request, collections);
        return await().atMost(LONG).until(this::details, Optional::isPresent).orElseThrow();
    }

    private Optional<HandedOut> details() {
        return run.describe().getRawDescription().getPendingActivitiesList().stream()
                .filter(activity -> activity.hasHeartbeatDetails())
                .map(activity -> QuireData.converter()
                        .fromPayloads(0, Optional.of(activity.getHeartbeatDetails()), HandedOut.class, HandedOut.class))
                .findFirst();
    }

    private void runCommand(HandedOut job) throws Exception {
        Process process = new ProcessBuilder(job.command())
                .directory(Path.of(job.sandbox()).toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private void report(JobReport report) {
        String activity =
                run.describe().getRawDescription().getPendingActivities(0).getActivityId();
        temporal.getWorkflowClient()
                .newActivityCompletionClient()
                .complete(run.getExecution().getWorkflowId(), Optional.empty(), activity, report);
    }

    private List<JobResult> results() {
        return List.of(run.getResult(JobResult[].class));
    }
}
