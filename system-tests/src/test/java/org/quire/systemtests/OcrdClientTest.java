package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.OfficialClient;
import org.quire.systemtests.harness.QuireCommandLine.Ended;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** OCR-D's own clients, unchanged, against Quire: every subcommand, what it prints and its exit code. */
@ExtendWith(RequiresRealEngine.class)
class OcrdClientTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final String TWO_TASKS = "dummy -I OCR-D-IMG -O OCR-D-ONE\ndummy -I OCR-D-ONE -O OCR-D-TWO\n";

    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void runsAWorkflowFilePageByPageAndWaitsForItsEnd(String version, QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("client-pages-" + version), 3);

        Ended ended = runWorkflow(version, quire, book, TWO_TASKS, "--page-wise", "-b", "-p");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        String run = idIn(ended, "Workflow job id: (\\S+)");
        assertThat(ended.output()).contains("State of the workflow job " + run + ": SUCCESS", "Workflow succeeded");
        assertThat(quire.client().run(run).get("page_wise").asBoolean()).isTrue();
        assertAllPages(book, "OCR-D-ONE");
        assertAllPages(book, "OCR-D-TWO");
        Ended status = OfficialClient.of(version, quire).command("workflow", "check-status", "-j", run);
        assertThat(status).isEqualTo(new Ended(0, "Workflow job status: SUCCESS\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void runsAWorkflowOverTheWholeDocument(String version, QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("client-whole-" + version), 2);

        Ended ended = runWorkflow(version, quire, book, TWO_TASKS, "-b");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(quire.client()
                        .run(idIn(ended, "Workflow job id: (\\S+)"))
                        .get("units")
                        .asInt())
                .isEqualTo(1);
        assertAllPages(book, "OCR-D-TWO");
    }

    @Test
    void theLatestClientRunsTasksOfTheCommandLineAndShowsTheJobsOfARun(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("client-tasks"), 2);
        OfficialClient client = OfficialClient.of(OfficialClient.LATEST, quire);

        Ended submitted = client.command(
                "workflow",
                "run",
                "-m",
                book.mets().toString(),
                TWO_TASKS.split("\n")[0],
                TWO_TASKS.split("\n")[1]);

        assertThat(submitted.exitCode()).as(submitted.output()).isZero();
        String run = idIn(submitted, "Workflow job id: (\\S+)");
        quire.client().awaitSuccess(run, LONGEST);
        assertThat(client.command("workflow", "check-status", "-v", "-j", run))
                .isEqualTo(new Ended(0, "Workflow job status: <Response [200]>\n"));
        assertAllPages(book, "OCR-D-TWO");
    }

    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void stopsPollingWhenARunFails(String version, QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("client-failing-" + version), 2);
        var recorder = new Recorder(quire.scratch("client-failing-" + version).resolve("record"));
        String task = recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("fail_page", "PHYS_0002"));

        Ended ended = runWorkflow(version, quire, book, task, "--page-wise", "-b", "-p");

        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("Workflow failed with FAILED");
        String run = idIn(ended, "Workflow job id: (\\S+)");
        String failed = quire.client()
                .getJson("/workflow/job/" + run)
                .at("/failed-processor-tasks/ocrd-recorder/0/job_id")
                .asText();
        OfficialClient client = OfficialClient.of(version, quire);
        assertThat(client.command("processing", "check-status", "-j", failed))
                .isEqualTo(new Ended(0, "Processing job status: FAILED\n"));
        assertThat(client.command("processing", "check-log", "-j", failed).output())
                .contains("recorder fails on PHYS_0002, as it was told");
    }

    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void stopsPollingWhenARunIsCancelled(String version, QuireSystem quire) throws Exception {
        Book book = Book.generated(quire.workspaces().resolve("client-cancelled-" + version), 2);
        Path scratch = quire.scratch("client-cancelled-" + version);
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String task = recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString()))
                + "\ndummy -I OUT -O LAST";
        CompletableFuture<Ended> waiting =
                CompletableFuture.supplyAsync(() -> runWorkflow(version, quire, book, task, "--page-wise", "-b"));
        await("both pages are at the gate")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 2);
        String run = quire.client().locks(book.mets()).getFirst().get("run_id").asText();

        quire.client().end(run, "cancel");
        Files.createFile(gate);

        Ended ended = waiting.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("Workflow failed with FAILED");
        assertThat(quire.client().state(run)).isEqualTo("CANCELLED");
    }

    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void runsOneProcessorAndReadsItsStateAndLog(String version, QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("client-processor-" + version), 3);
        var recorder = new Recorder(quire.scratch("client-processor-" + version).resolve("record"));
        OfficialClient client = OfficialClient.of(version, quire);

        Ended ended = client.command(
                "processing",
                "run",
                Recorder.NAME,
                "-m",
                book.mets().toString(),
                "-I",
                "OCR-D-IMG",
                "-O",
                "OUT",
                "-g",
                "PHYS_0002..PHYS_0003",
                "--parameter",
                recorder.with(Recorder.parameters()).toString(),
                "-P",
                "seconds",
                "0.5",
                "--result-queue-name",
                "unused",
                "-b",
                "-p");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        String job = idIn(ended, "Processing job id: (\\S+)");
        assertThat(ended.output()).contains("State of the processor job " + job + ": SUCCESS");
        assertThat(client.command("processing", "check-status", "-j", job))
                .isEqualTo(new Ended(0, "Processing job status: SUCCESS\n"));
        Ended log = client.command("processing", "check-log", "-j", job);
        assertThat(log.exitCode()).isZero();
        assertThat(log.output()).contains("recorder on PHYS_0002,PHYS_0003");
        assertThat(MetsDocument.read(book.mets()).files("OUT"))
                .flatExtracting(MetsDocument.Entry::pages)
                .containsExactlyInAnyOrder("PHYS_0002", "PHYS_0003");
    }

    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void listsProcessorsAndTheirTools(String version, QuireSystem quire) {
        OfficialClient client = OfficialClient.of(version, quire);

        Ended names = client.command("discovery", "processors");
        assertThat(names.exitCode()).as(names.output()).isZero();
        assertThat(names.output()).contains("\"ocrd-dummy\"", "\"ocrd-tesserocr-recognize\"");
        Ended tool = client.command("discovery", "processor", Recorder.NAME);
        assertThat(tool.exitCode()).as(tool.output()).isZero();
        assertThat(tool.output()).contains("Records when it ran on which page", "\"fail_page\"");
    }

    /** The old client shows the status, the latest one also what the server says of it. */
    @ParameterizedTest
    @ValueSource(strings = {OfficialClient.OLD, OfficialClient.LATEST})
    void failsForWrongNamesAsItDoesWithItsOwnServer(String version, QuireSystem quire) throws IOException {
        OfficialClient client = OfficialClient.of(version, quire);
        boolean latest = version.equals(OfficialClient.LATEST);
        Book book = Book.generated(quire.workspaces().resolve("client-wrong-" + version), 1);

        refused(
                client.command("discovery", "processor", "ocrd-nobody"),
                latest ? "Processing Worker 'ocrd-nobody' not found." : "404");
        refused(
                client.command("processing", "check-status", "-j", "no-job"),
                latest ? "Processing job with id 'no-job' not existing." : "422");
        refused(
                client.command("workflow", "check-status", "-j", "no-run"),
                latest ? "Workflow job with id 'no-run' not found" : "404");
        refused(
                client.command(
                        "processing", "run", "ocrd-nobody", "-m", book.mets().toString(), "-I", "A", "-O", "B"),
                latest ? "Processing Worker 'ocrd-nobody' not found." : "422");
        refused(
                client.command("processing", "run", "ocrd-dummy", "-m", "/no/mets.xml", "-I", "A", "-O", "B"),
                latest ? "Mets file path not existing: /no/mets.xml" : "404");
        refused(runWorkflow(version, quire, book, "nobody -I OCR-D-IMG -O OUT"), "406");
        refused(runWorkflow(version, quire, new Book(Path.of("/no")), TWO_TASKS), "404");
        // As there, the log of an unknown job is the server's answer, whatever it is.
        Ended log = client.command("processing", "check-log", "-j", "no-job");
        assertThat(log.exitCode()).isZero();
        assertThat(log.output()).contains("Processing job with id 'no-job' not existing.");
    }

    /** From 3.6.0 to 3.12.1 the command {@code workflow run} refuses whatever it is given; the class behind it works. */
    @Test
    void thePythonClassOfTheReleasesBetweenRunsWorkflowsAndProcessors(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("client-class"), 2);
        Path script = Files.writeString(quire.scratch("client-class").resolve("workflow.txt"), TWO_TASKS);

        Ended ended = OfficialClient.of(OfficialClient.MIDDLE, quire).python("""
                client = Client(None)
                assert "ocrd-dummy" in client.check_deployed_processors()
                assert client.check_deployed_processor_ocrd_tool("ocrd-dummy")["executable"] == "ocrd-dummy"
                run = client.send_workflow_job_request("%s", "%s", page_wise=True)
                print("workflow", client.poll_workflow_status(run), client.check_workflow_status_simple(run))
                print("jobs", client.check_workflow_status(run).json())
                job = client.send_processing_job_request("ocrd-dummy", {"path_to_mets": "%2$s", "description": "d",
                    "input_file_grps": ["OCR-D-TWO"], "output_file_grps": ["OCR-D-THREE"], "parameters": {}})
                print("job", client.poll_job_status(job), client.check_job_status(job))
                print("log", client.check_job_log(job).status_code)
                """.formatted(script, book.mets()));

        assertThat(ended).isEqualTo(new Ended(0, """
                workflow SUCCESS SUCCESS
                jobs {'ocrd-dummy': {'SUCCESS': 4}}
                job SUCCESS SUCCESS
                log 200
                """));
        assertAllPages(book, "OCR-D-THREE");
    }

    private static void refused(Ended ended, String why) {
        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains(why);
    }

    private static Ended runWorkflow(String version, QuireSystem quire, Book book, String script, String... options) {
        try {
            Path file = Files.writeString(Files.createTempFile(quire.scratch("client-scripts"), "w", ".txt"), script);
            var arguments =
                    new ArrayList<>(List.of("workflow", "run", "-m", book.mets().toString(), "-w", file.toString()));
            arguments.addAll(List.of(options));
            return OfficialClient.of(version, quire).command(arguments.toArray(String[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String idIn(Ended ended, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(ended.output());
        assertThat(found.find()).as(ended.output()).isTrue();
        return found.group(1);
    }

    private static void assertAllPages(Book book, String group) {
        var mets = MetsDocument.read(book.mets());
        assertThat(mets.files(group).stream()
                        .flatMap(file -> file.pages().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(mets.pages());
    }
}
