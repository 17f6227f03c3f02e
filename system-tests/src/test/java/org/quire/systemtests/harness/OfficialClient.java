package org.quire.systemtests.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.quire.systemtests.harness.QuireCommandLine.Ended;

/**
 * OCR-D's own client of one release, unchanged: the command {@code ocrd network client} and the Python class {@code Client}. One process
 * imports it and forks for each call, so that a call takes moments; it ends with this JVM.
 */
public final class OfficialClient {

    /** The release before {@code workflow run} broke, one that only works by its class, and the latest. */
    public static final String OLD = "3.5.1";

    public static final String MIDDLE = "3.9.1";
    public static final String LATEST = "3.13.3";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, OfficialClient> STARTED = new HashMap<>();

    private final Path folder;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    private OfficialClient(Path executables, Path folder, String server) throws IOException {
        this.folder = folder;
        Path driver = Files.writeString(folder.resolve("driver.py"), Recorder.resource("/clients/driver.py"));
        var builder = new ProcessBuilder(executables.resolve("python").toString(), driver.toString())
                .redirectError(folder.resolve("driver.log").toFile());
        builder.environment().put("OCRD_NETWORK_SERVER_ADDR_PROCESSING", server);
        builder.environment().put("OCRD_NETWORK_CLIENT_POLLING_SLEEP", "1");
        builder.environment().put("OCRD_NETWORK_CLIENT_POLLING_TIMEOUT", "120");
        builder.environment().put("GIT_PYTHON_REFRESH", "quiet");
        Process process = builder.start();
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The client of a release, for one server; skips the test where the release is not installed, unless {@code CI=true}. */
    public static synchronized OfficialClient of(String version, QuireSystem quire) {
        return STARTED.computeIfAbsent(version, any -> start(version, quire));
    }

    private static OfficialClient start(String version, QuireSystem quire) {
        Path executables = TestEnvironment.client(version).orElseGet(() -> missing(version));
        try {
            Path folder = quire.scratch("client-" + version);
            var client = new OfficialClient(
                    executables, folder, quire.client().server().toString());
            JsonNode ready = client.answer();
            if (!ready.path("ready").asText().equals(version)) {
                throw new IllegalStateException(
                        "Expected ocrd " + version + " in " + executables + ", but got " + ready);
            }
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path missing(String version) {
        String reason =
                "Expected the executables of ocrd " + version + " in " + TestEnvironment.clientVariable(version) + ".";
        if (TestEnvironment.isContinuousIntegration()) {
            throw new IllegalStateException("CI=true and the client is not there: " + reason);
        }
        Assumptions.abort(reason);
        throw new IllegalStateException(reason);
    }

    /** Calls {@code ocrd network client}. */
    public Ended command(String... arguments) {
        ObjectNode request = JSON.createObjectNode();
        var list = request.putArray("args").add("network").add("client");
        for (String argument : arguments) {
            list.add(argument);
        }
        return call(request);
    }

    /** Runs a few lines of Python that may use the class {@code Client}. */
    public Ended python(String code) {
        return call(JSON.createObjectNode().put("code", code));
    }

    private synchronized Ended call(ObjectNode request) {
        try {
            Path output = Files.createTempFile(folder, "call", ".log");
            requests.write(request.put("output", output.toString()) + "\n");
            requests.flush();
            int exitCode = answer().get("exit").asInt();
            return new Ended(exitCode, Files.readString(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException(
                    "Expected an answer of the client, but it ended; see " + folder.resolve("driver.log"));
        }
        return JSON.readTree(line);
    }
}
