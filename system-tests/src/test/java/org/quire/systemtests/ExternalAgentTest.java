package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TestEnvironment;

/** Jobs that are handed out to a site's batch system, and what may go wrong with their results. */
@ExtendWith(RequiresRealEngine.class)
class ExternalAgentTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);
    private static final String FAR = "far -I OCR-D-IMG -O FAR -p '{\"copy_files\": true}'";

    @Test
    void theExampleScriptRunsWhatIsHandedOut(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("far-script"), 3);
        Path log = quire.scratch("far-script").resolve("agent.log");
        String run = submit(quire, book, FAR + "\ndummy -I FAR -O NEXT -p '{\"copy_files\": true}'");

        try (var agent = startScript(quire, log)) {
            quire.client().awaitSuccess(run, LONGEST);
            agent.awaitLine("(SUCCESS)", Duration.ofSeconds(20));
        }

        assertThat(pages(book, "FAR")).containsExactlyInAnyOrder("PHYS_0001", "PHYS_0002", "PHYS_0003");
        assertThat(MetsDocument.read(book.mets()).files("NEXT")).hasSize(3);
        assertThat(book.filesIn("FAR")).hasSize(6);
        assertThat(book.folder().resolve(".quire")).doesNotExist();
    }

    @Test
    void theExampleScriptTellsWhyAJobFailed(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("far-fails"), 1);
        Path log = quire.scratch("far-fails").resolve("agent.log");
        quire.outside().fail("ocrd-far", true);
        String run = submit(quire, book, FAR);

        try (var agent = startScript(quire, log)) {
            JsonNode ended = quire.client().awaitEnd(run, LONGEST);
            assertThat(ended.get("state").asText()).isEqualTo("FAILED");
            assertThat(ended.at("/failures/0/reason").asText()).contains("exit code 7: ERROR no such glyph");
        } finally {
            quire.outside().fail("ocrd-far", false);
        }
        assertThat(book.folder().resolve(".quire")).doesNotExist();
    }

    @Test
    void onlyOneTrueResultCounts(QuireSystem quire) throws Exception {
        Book book = Book.generated(quire.workspaces().resolve("far-forged"), 2);
        Map<String, String> before = book.content();
        String run = submit(quire, book, FAR);
        List<JsonNode> out = awaitOut(quire, run, 2);
        String job = out.getFirst().get("job_id").asText();
        String token = token(out.getFirst());
        var client = quire.client();
        assertThat(client.job(job).get("state").asText()).isEqualTo("RUNNING");
        assertThat(client.job(job).get("external")).isEqualTo(out.getFirst().get("external"));

        assertThat(client.report(job, "SUCCESS", null)).as("without token").isEqualTo(401);
        assertThat(client.report(job, "SUCCESS", token(out.getLast())))
                .as("with another job's token")
                .isEqualTo(401);
        assertThat(client.report(job, "RUNNING", token)).as("not an end").isEqualTo(422);
        assertThat(client.report(run + "-7-7", "SUCCESS", token))
                .as("no such job")
                .isEqualTo(404);
        assertThat(client.report("nonsense", "SUCCESS", token)).as("no job id").isEqualTo(404);
        assertThat(client.handedOut(run)).as("nothing has changed").hasSize(2);
        assertThat(book.content()).isEqualTo(before);

        for (JsonNode each : out) {
            runCommand(quire, each);
            assertThat(client.report(each.get("job_id").asText(), "SUCCESS", token(each)))
                    .isEqualTo(200);
        }
        assertThat(client.report(job, "FAILED", token)).as("a second result").isIn(404, 409);
        client.awaitSuccess(run, LONGEST);
        assertThat(client.report(job, "FAILED", token)).as("after the end").isEqualTo(409);
        assertThat(client.state(run)).isEqualTo("SUCCESS");
        assertThat(client.job(job).has("external")).isFalse();
        assertThat(pages(book, "FAR")).containsExactlyInAnyOrder("PHYS_0001", "PHYS_0002");
    }

    @Test
    void stopTakesJobsBackAndIgnoresTheirResults(QuireSystem quire) throws Exception {
        Book book = Book.generated(quire.workspaces().resolve("far-stopped"), 2);
        Map<String, String> before = book.content();
        String run = submit(quire, book, FAR);
        List<JsonNode> out = awaitOut(quire, run, 2);
        runCommand(quire, out.getFirst());

        quire.client().end(run, "stop");

        JsonNode ended = quire.client().awaitEnd(run, Duration.ofSeconds(30));
        assertThat(ended.get("state").asText()).isEqualTo("CANCELLED");
        assertThat(quire.client().report(out.getFirst().get("job_id").asText(), "SUCCESS", token(out.getFirst())))
                .isEqualTo(409);
        assertThat(quire.client().handedOut(run)).isEmpty();
        assertThat(Path.of(out.getFirst().at("/external/sandbox").asText())).doesNotExist();
        assertThat(book.content()).isEqualTo(before);
    }

    @Test
    void aJobThatIsOutOutlivesEverybodyElse(QuireSystem quire) throws Exception {
        Book book = Book.generated(quire.workspaces().resolve("far-outlives"), 1);
        String run = submit(quire, book, FAR);
        JsonNode job = awaitOut(quire, run, 1).getFirst();
        String id = job.get("job_id").asText();

        quire.killWorkerHost();
        try {
            quire.replaceApi();
            assertThat(quire.client().handedOut(run)).containsExactly(job);
            runCommand(quire, job);
            assertThat(quire.client().report(id, "SUCCESS", "forged")).isEqualTo(401);
            assertThat(quire.client().report(id, "SUCCESS", token(job)))
                    .as("a result while no worker lives")
                    .isEqualTo(200);
        } finally {
            quire.startWorkerHost();
        }

        quire.client().awaitSuccess(run, LONGEST);
        assertThat(quire.client().jobLog(id).split("=== handed out")).hasSize(2);
        assertThat(pages(book, "FAR")).containsExactly("PHYS_0001");
    }

    @Test
    void timeThatIsUpFailsTheJobOnce(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("far-late"), 1);
        Map<String, String> before = book.content();
        String run = submit(quire, book, "brief -I OCR-D-IMG -O FAR");
        JsonNode job = awaitOut(quire, run, 1).getFirst();
        String id = job.get("job_id").asText();

        JsonNode ended = quire.client().awaitEnd(run, LONGEST);

        assertThat(ended.get("state").asText()).isEqualTo("FAILED");
        assertThat(ended.at("/failures/0/reason").asText()).contains("timeout of 3 s");
        assertThat(quire.client().report(id, "SUCCESS", token(job))).isEqualTo(409);
        assertThat(quire.client().jobLog(id).split("=== handed out")).hasSize(2);
        assertThat(book.content()).isEqualTo(before);
        assertThat(book.folder().resolve(".quire")).doesNotExist();
    }

    private static String submit(QuireSystem quire, Book book, String script) {
        return quire.client().submitPageWise(book.mets(), script, "");
    }

    private static List<JsonNode> awaitOut(QuireSystem quire, String run, int jobs) {
        await(jobs + " jobs are out")
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> quire.client().handedOut(run).size() == jobs);
        return quire.client().handedOut(run);
    }

    /** The pages of the images of a group, one entry for each image. */
    private static List<String> pages(Book book, String group) {
        return MetsDocument.read(book.mets()).files(group).stream()
                .filter(file -> file.path().endsWith(".png"))
                .flatMap(file -> file.pages().stream())
                .toList();
    }

    private static String token(JsonNode job) {
        return job.at("/external/token").asText();
    }

    private static ChildProcess startScript(QuireSystem quire, Path log) {
        Path script = TestEnvironment.projectRoot().resolve("docs/examples/external-agent.py");
        return ChildProcess.start(
                "external agent",
                List.of(
                        TestEnvironment.processors()
                                .orElseThrow()
                                .resolve("python3")
                                .toString(),
                        script.toString(),
                        quire.client().server().toString(),
                        "ocrd-far",
                        "--at-once",
                        "2"),
                quire.outside().environment(),
                log);
    }

    private static void runCommand(QuireSystem quire, JsonNode job) {
        var command = new ArrayList<String>(List.of("/usr/bin/env"));
        job.at("/external/command").forEach(word -> command.add(word.asText()));
        Path log = quire.scratch("commands").resolve(job.get("job_id").asText() + ".log");
        try (var process = ChildProcess.start(
                "handed-out command", command, quire.outside().environment(), log)) {
            assertThat(process.waitFor(LONGEST)).isZero();
        }
    }
}
