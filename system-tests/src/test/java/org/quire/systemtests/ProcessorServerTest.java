package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresOcrd2;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Jobs forwarded to a real Processor Server of OCR-D 2.63.3 with a MongoDB. */
@ExtendWith({RequiresRealEngine.class, RequiresOcrd2.class})
class ProcessorServerTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);
    private static final String SERVED = "served -I OCR-D-IMG -O SERVED -p '{\"copy_files\": true}'";
    private static final String INFO = "/processor/info/ocrd-served?agent_type=server";

    @AfterEach
    void endServer(QuireSystem quire) {
        quire.outside().killServer();
        quire.outside().release("ocrd-served");
        quire.outside().fail("ocrd-served", false);
        // Or the next test would take the list's last word for the server that it starts.
        awaitGone(quire);
    }

    @Test
    void aServerRunsTheJobsOfAWholeRun(QuireSystem quire) {
        startServer(quire);
        Book book = Book.generated(quire.workspaces().resolve("served"), 2);

        JsonNode submitted = submit(quire, book);

        quire.client().awaitSuccess(submitted.get("job_id").asText(), LONGEST);
        assertThat(pages(book)).containsExactlyInAnyOrder("PHYS_0001", "PHYS_0002");
        assertThat(book.filesIn("SERVED")).hasSize(4);
        assertThat(book.folder().resolve(".quire")).doesNotExist();
        assertThat(quire.client().jobLog(firstJob(submitted))).contains("=== forwarded to http://127.0.0.1:");
    }

    @Test
    void aFailureOfTheProcessorIsAResult(QuireSystem quire) {
        startServer(quire);
        quire.outside().fail("ocrd-served", true);
        Book book = Book.generated(quire.workspaces().resolve("served-fails"), 1);
        Map<String, String> before = book.content();

        JsonNode submitted = submit(quire, book);

        JsonNode run = quire.client().awaitEnd(submitted.get("job_id").asText(), LONGEST);
        assertThat(run.get("state").asText()).isEqualTo("FAILED");
        assertThat(run.at("/failures/0/reason").asText()).contains("ocrd-served failed", "no such glyph");
        assertThat(quire.client().jobLog(firstJob(submitted)).split("=== attempt"))
                .hasSize(2);
        assertThat(book.content()).isEqualTo(before);
    }

    @Test
    void aJobIsRepeatedWhenItsServerWasKilled(QuireSystem quire) {
        startServer(quire);
        quire.outside().hold("ocrd-served");
        Book book = Book.generated(quire.workspaces().resolve("served-killed"), 1);
        JsonNode submitted = submit(quire, book);
        awaitBegun(quire);

        quire.outside().killServer();
        quire.outside().release("ocrd-served");
        quire.outside().startServer();

        quire.client().awaitSuccess(submitted.get("job_id").asText(), LONGEST);
        assertThat(quire.client().jobLog(firstJob(submitted))).contains("=== attempt 2");
        assertThat(pages(book)).containsExactly("PHYS_0001");
    }

    @Test
    void stopLeavesTheServerAloneAndNothingInTheWorkspace(QuireSystem quire) {
        startServer(quire);
        quire.outside().hold("ocrd-served");
        Book book = Book.generated(quire.workspaces().resolve("served-stopped"), 2);
        Map<String, String> before = book.content();
        String run = submit(quire, book).get("job_id").asText();
        awaitBegun(quire);

        quire.client().end(run, "stop");

        assertThat(quire.client()
                        .awaitEnd(run, Duration.ofSeconds(30))
                        .get("state")
                        .asText())
                .isEqualTo("CANCELLED");
        quire.outside().release("ocrd-served");
        // The next job gets through once the server has given up the one that was stopped.
        Book next = Book.generated(quire.workspaces().resolve("served-next"), 1);
        quire.client().awaitSuccess(submit(quire, next).get("job_id").asText(), LONGEST);
        assertThat(book.content()).isEqualTo(before);
    }

    @Test
    void aServerIsOfferedOnlyWhileItIsThere(QuireSystem quire) {
        quire.outside().killServer();
        awaitGone(quire);
        Book book = Book.generated(quire.workspaces().resolve("served-away"), 1);
        HttpResponse<String> refused =
                quire.client().trySubmit(book.mets().toString(), SERVED, Map.of("agent_type", "server"));
        assertThat(refused.statusCode()).isEqualTo(406);
        assertThat(refused.body()).contains("{'ocrd-served', 'server'}");

        startServer(quire);
        assertThat(quire.client().processors()).contains("ocrd-served");
        assertThat(quire.client()
                        .trySubmit(book.mets().toString(), SERVED, Map.of())
                        .statusCode())
                .as("no worker has it")
                .isEqualTo(406);
        assertThat(quire.client()
                        .trySubmit(book.mets().toString(), SERVED, Map.of("agent_type", "docker"))
                        .statusCode())
                .isEqualTo(422);
    }

    private static void startServer(QuireSystem quire) {
        quire.outside().startServer();
        await("the Processor Server is offered")
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> quire.client().tryGet(INFO).statusCode() == 200);
        quire.outside().hasBegun("ocrd-served");
    }

    private static void awaitGone(QuireSystem quire) {
        await("the Processor Server is not offered any more")
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> quire.client().tryGet(INFO).statusCode() == 404);
    }

    /** The pages of the images that were made, one entry for each image. */
    private static List<String> pages(Book book) {
        return MetsDocument.read(book.mets()).files("SERVED").stream()
                .filter(file -> file.path().endsWith(".png"))
                .flatMap(file -> file.pages().stream())
                .toList();
    }

    private static JsonNode submit(QuireSystem quire, Book book) {
        return quire.client().submit(book.mets(), SERVED, Map.of("page_wise", "True", "agent_type", "server"));
    }

    private static String firstJob(JsonNode submitted) {
        return submitted.at("/processing_job_ids/PHYS_0001/0").asText();
    }

    private static void awaitBegun(QuireSystem quire) {
        await("the server has begun a job")
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> quire.outside().hasBegun("ocrd-served"));
    }
}
