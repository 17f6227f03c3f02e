package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
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

/** OCR-D's own command-line client, unchanged, against Quire. */
@ExtendWith(RequiresRealEngine.class)
class OcrdClientTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);

    @Test
    void theOfficialClientRunsAWorkflowFileAndWaitsForItsEnd(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("official-file"), 3);
        Path script = Files.writeString(
                quire.scratch("official").resolve("workflow.txt"),
                "dummy -I OCR-D-IMG -O OCR-D-ONE\ndummy -I OCR-D-ONE -O OCR-D-TWO\n");

        String output = client(
                quire,
                "workflow",
                "run",
                "-m",
                book.mets().toString(),
                "-w",
                script.toString(),
                "--page-wise",
                "-b",
                "-p");

        assertThat(output).contains("SUCCESS");
        assertAllPages(book, "OCR-D-ONE");
        assertAllPages(book, "OCR-D-TWO");
    }

    @Test
    void theOfficialClientRunsTasksOverTheWholeDocument(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("official-tasks"), 2);

        String output = client(
                quire,
                "workflow",
                "run",
                "-m",
                book.mets().toString(),
                "-b",
                "-p",
                "dummy -I OCR-D-IMG -O OCR-D-ONE",
                "dummy -I OCR-D-ONE -O OCR-D-TWO");

        assertThat(output).contains("SUCCESS");
        assertAllPages(book, "OCR-D-TWO");
    }

    @Test
    void theOfficialClientListsProcessors(QuireSystem quire) throws IOException {
        assertThat(client(quire, "discovery", "processors")).contains("ocrd-dummy", "ocrd-tesserocr-recognize");
    }

    private static void assertAllPages(Book book, String group) {
        var mets = MetsDocument.read(book.mets());
        assertThat(mets.files(group).stream()
                        .flatMap(file -> file.pages().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(mets.pages());
    }

    /** What the client prints; it must end with 0. */
    private static String client(QuireSystem quire, String... arguments) throws IOException {
        Path processors = TestEnvironment.processors().orElseThrow();
        var command = new ArrayList<>(List.of(processors.resolve("ocrd").toString(), "network", "client"));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile(quire.scratch("official"), "client", ".log");
        var client = ChildProcess.start(
                "OCR-D client",
                command,
                Map.of(
                        "OCRD_NETWORK_SERVER_ADDR_PROCESSING",
                        quire.client().server().toString(),
                        "OCRD_NETWORK_CLIENT_POLLING_SLEEP",
                        "1",
                        "GIT_PYTHON_REFRESH",
                        "quiet"),
                log);
        int exit = client.waitFor(LONGEST);
        String output = Files.readString(log);
        assertThat(exit).as(output).isZero();
        return output;
    }
}
