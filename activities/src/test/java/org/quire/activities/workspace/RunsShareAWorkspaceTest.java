package org.quire.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.report.FileRunArchive;
import org.quire.activities.report.RunReportFiles;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.OcrRunWorkflowImpl;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunOptions;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflowImpl;

/** Real runs, the real owner of a workspace and a real mets.xml; only the processors are make-believe. */
class RunsShareAWorkspaceTest {

    private static final int PAGES = 6;
    private static final String PROCESSOR = "ocrd-make-believe";

    @TempDir
    Path temp;

    private final Processor processor = new Processor();
    private TestWorkflowEnvironment environment;
    private WorkflowClient client;
    private RunReportFiles reports;
    private Path mets;

    @BeforeEach
    void start() throws IOException {
        DataLayout layout = new DataLayout(temp.resolve("data"));
        reports = new RunReportFiles(layout);
        mets = writeBook(Files.createDirectories(temp.resolve("book")));
        environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        client = environment.getWorkflowClient();
        var engine = environment.newWorker(TaskQueues.ENGINE);
        engine.registerWorkflowImplementationTypes(OcrRunWorkflowImpl.class, WorkspaceWorkflowImpl.class);
        engine.registerActivitiesImplementations(
                new SignallingWorkspaceMailbox(client),
                new MergingMetsCommit(),
                new TemporalRunLookup(client, layout),
                new TemporalOrphanLookup(client),
                new TemporalStartedJobs(client),
                new FileRunArchive(layout));
        environment.newWorker(TaskQueues.ofProcessor(PROCESSOR)).registerActivitiesImplementations(processor);
        environment.start();
    }

    @AfterEach
    void stop() {
        environment.close();
    }

    @Test
    void overlappingRunsNeverWorkOnAPageTogetherAndAllIsCommittedOnce() throws IOException {
        RunId first = start("first", List.of(), step("IMG", "BIN"), step("BIN", "SEG"));
        RunId second = start("second", List.of(), step("IMG", "BIN"), step("BIN", "SEG"));
        RunId reader = start("reader", List.of(first.value()), step("SEG", "OCR"));

        List.of(first, second, reader)
                .forEach(run -> await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(reports.find(run))
                                .map(report -> report.status().state())
                                .contains(RunState.SUCCESS)));

        assertThat(processor.clashes).isEmpty();
        Mets after = Mets.read(mets);
        assertThat(after.fileGroups()).containsExactly("IMG", "BIN", "SEG", "OCR");
        assertThat(after.files()).hasSize(4 * PAGES).extracting(MetsFile::id).doesNotHaveDuplicates();
        for (String page : pages()) {
            assertThat(after.files("OCR", page)).hasSize(1);
        }
        assertThat(first(reports.find(reader).orElseThrow())).isAfter(endOf(first));
        await().until(this::ownerHasLeft);
    }

    @Test
    void dependentOfAFailedRunIsCancelledAndTouchesNothing() throws IOException {
        String before = Files.readString(mets);
        RunId dependent = start("dependent", List.of("nobody"), step("IMG", "BIN"));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(reports.find(dependent))
                        .map(report -> report.status().state())
                        .contains(RunState.CANCELLED));

        assertThat(reports.find(dependent).orElseThrow().status().reason()).contains("nobody");
        assertThat(processor.entered).isEmpty();
        assertThat(mets).hasContent(before);
        await().until(this::ownerHasLeft);
    }

    private Instant first(RunReport report) {
        return processor.entered.get(report.plan().runId());
    }

    private Instant endOf(RunId run) {
        return processor.left.get(run);
    }

    private boolean ownerHasLeft() {
        return client.newUntypedWorkflowStub(workspace().workflowId())
                        .describe()
                        .getStatus()
                == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
    }

    private WorkspaceRef workspace() {
        return new WorkspaceRef(mets.toString());
    }

    private RunId start(String name, List<String> dependsOn, PlannedStep... steps) {
        RunId run = new RunId(name);
        Duration grace = Duration.ofSeconds(10);
        RunPlan plan = new RunPlan(
                run,
                RunPlan.Kind.WORKFLOW,
                workspace(),
                List.of(steps),
                new PageUnits(pages(), 1, true),
                "",
                true,
                dependsOn,
                new RunOptions(true, 100, 3, Duration.ofMinutes(1), grace, null, null),
                null,
                Instant.EPOCH);
        OcrRunWorkflow workflow = client.newWorkflowStub(
                OcrRunWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(run.workflowId())
                        .setTaskQueue(TaskQueues.ENGINE)
                        .build());
        WorkflowClient.start(workflow::run, RunInput.start(plan));
        return run;
    }

    private static PlannedStep step(String input, String output) {
        return new PlannedStep(PROCESSOR, List.of(input), List.of(output), Parameters.NONE, Duration.ofMinutes(1));
    }

    private static List<String> pages() {
        return IntStream.rangeClosed(1, PAGES).mapToObj(i -> "p" + i).toList();
    }

    private static Path writeBook(Path folder) throws IOException {
        String files = pages().stream()
                .map(page -> "<mets:file ID=\"IMG_" + page + "\" MIMETYPE=\"image/png\"><mets:FLocat LOCTYPE=\"OTHER\""
                        + " OTHERLOCTYPE=\"FILE\" xlink:href=\"IMG/" + page + ".png\"/></mets:file>")
                .collect(Collectors.joining("\n"));
        String pages = pages().stream()
                .map(page -> "<mets:div TYPE=\"page\" ID=\"" + page + "\"><mets:fptr FILEID=\"IMG_" + page
                        + "\"/></mets:div>")
                .collect(Collectors.joining("\n"));
        return Files.writeString(folder.resolve("mets.xml"), """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
                        <mets:metsHdr CREATEDATE="2026-01-01T00:00:00"/>
                        <mets:fileSec><mets:fileGrp USE="IMG">
                        %s
                        </mets:fileGrp></mets:fileSec>
                        <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">
                        %s
                        </mets:div></mets:structMap>
                        </mets:mets>
                        """.formatted(files, pages))
                .toRealPath();
    }

    /** Takes a moment for each job and notes whenever two runs are at work on a page at once and one of them writes what the other uses. */
    private static final class Processor implements JobActivity {
        private final Map<JobRequest, Boolean> atWork = new ConcurrentHashMap<>();
        private final Map<RunId, Instant> entered = new ConcurrentHashMap<>();
        private final Map<RunId, Instant> left = new ConcurrentHashMap<>();
        private final Queue<String> clashes = new ConcurrentLinkedQueue<>();

        @Override
        public JobResult run(JobRequest request) {
            RunId run = request.jobId().run();
            entered.putIfAbsent(run, Instant.now());
            atWork.put(request, true);
            atWork.keySet().stream()
                    .filter(other -> clash(request, other))
                    .forEach(other -> clashes.add(request.jobId() + " with " + other.jobId()));
            LockSupport.parkNanos(20_000_000);
            atWork.remove(request);
            left.put(run, Instant.now());
            return JobResult.success(
                    request.jobId(),
                    made(request.outputGroups().getFirst(), request.pages().getFirst()),
                    new JobResult.Usage("test", 1, false, Duration.ofMillis(20), Duration.ZERO, 0));
        }

        private static MetsAddition made(String group, String page) {
            return new MetsAddition(
                    List.of(new MetsFile(
                            group + "_" + page, group, "image/png", page, null, group + "/" + page + ".png")),
                    List.of());
        }

        private static boolean clash(JobRequest one, JobRequest other) {
            return !one.jobId().run().equals(other.jobId().run())
                    && one.pages().stream().anyMatch(other.pages()::contains)
                    && (one.outputGroups().stream()
                                    .anyMatch(group -> other.outputGroups().contains(group)
                                            || other.inputGroups().contains(group))
                            || one.inputGroups().stream().anyMatch(other.outputGroups()::contains));
        }
    }
}
