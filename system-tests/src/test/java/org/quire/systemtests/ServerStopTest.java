package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TestEnvironment;

/** {@code POST /stop} in the middle of a run, with the engine that the server starts for itself, and with tokens. */
@ExtendWith(RequiresRealEngine.class)
class ServerStopTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);
    private static final int PAGES = 20;
    private static final Map<String, String> TOKENS_ON = Map.of("QUIRE_AUTH_ENABLED", "true");

    @Test
    void aStoppedServerEndsCleanlyAndItsRunGoesOnWhenItIsBack() throws IOException {
        Path folder = QuireSystem.newFolder("stop");
        Book book = Book.generated(folder.resolve("workspaces/book"), PAGES);
        var quire = new QuireCommandLine(folder);
        var recorder = new Recorder(folder.resolve("record"));
        ChildProcess server = quire.serve(TOKENS_ON);
        URI url = URI.create(server.awaitLine("Quire listens on (\\S+)", LONGEST));
        Properties tokens = tokens(Path.of(server.awaitLine("Clients need a token: see (\\S+)\\.", LONGEST)));
        String task = recorder.task("OCR-D-IMG", "ONE", Recorder.parameters().put("seconds", 0.5));

        assertThat(quire.call(
                                "run",
                                "--server",
                                url.toString(),
                                "--detach",
                                "-m",
                                book.mets().toString(),
                                task)
                        .exitCode())
                .as("a run without a token")
                .isEqualTo(2);
        assertThat(namedByOcrdsClient(folder, withToken(url, "read", tokens))).contains("ocrd-recorder");
        QuireClient client = new QuireClient(url, tokens.getProperty("submit"));
        String run = client.submitPageWise(book.mets(), task, "");
        await("the run is in its middle")
                .atMost(LONGEST)
                .until(() ->
                        recorder.calls().stream().filter(Recorder.Call::ended).count() >= 3);
        var refused = quire.call("shutdown", "--server", withToken(url, "submit", tokens));
        assertThat(refused.exitCode()).as(refused.output()).isEqualTo(2);
        assertThat(refused.output()).contains("higher role").doesNotContain(tokens.getProperty("submit"));

        var accepted = quire.call("shutdown", "--server", url.toString(), "--token", tokens.getProperty("admin"));
        assertThat(accepted.exitCode()).as(accepted.output()).isZero();
        assertThat(server.waitFor(Duration.ofSeconds(60))).isZero();

        assertThat(recorder.calls()).hasSizeLessThan(PAGES).allMatch(Recorder.Call::ended);
        assertThat(processesNaming(folder.resolve("data").toString())).isEmpty();
        URI urlAfter = URI.create(quire.serve(TOKENS_ON).awaitLine("Quire listens on (\\S+)", LONGEST));
        new QuireClient(urlAfter, tokens.getProperty("read")).awaitSuccess(run, LONGEST);

        assertThat(recorder.calls())
                .extracting(Recorder.Call::pages)
                .doesNotHaveDuplicates()
                .hasSize(PAGES);
        assertThat(MetsDocument.read(book.mets()).files("ONE")).hasSize(PAGES);
    }

    /** OCR-D's own client can send no header: it is told the token as part of the address. */
    private static String namedByOcrdsClient(Path folder, String address) throws IOException {
        Path log = Files.createTempFile(folder, "client", ".log");
        String ocrd = TestEnvironment.processors().orElseThrow().resolve("ocrd").toString();
        int exitCode = ChildProcess.start(
                        "OCR-D client",
                        List.of(ocrd, "network", "client", "discovery", "processors"),
                        Map.of("OCRD_NETWORK_SERVER_ADDR_PROCESSING", address, "GIT_PYTHON_REFRESH", "quiet"),
                        log)
                .waitFor(LONGEST);
        String output = Files.readString(log);
        assertThat(exitCode).as(output).isZero();
        return output;
    }

    private static String withToken(URI url, String role, Properties tokens) {
        return url.toString().replace("http://", "http://" + role + ":" + tokens.getProperty(role) + "@");
    }

    private static Properties tokens(Path file) throws IOException {
        var tokens = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            tokens.load(reader);
        }
        return tokens;
    }

    /** Command lines of live processes with this text: engine and processors name the data folder or the workspace. */
    private static List<String> processesNaming(String text) {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(command -> command.contains(text))
                .toList();
    }
}
