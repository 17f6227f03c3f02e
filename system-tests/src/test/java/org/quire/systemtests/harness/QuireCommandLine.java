package org.quire.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The {@code quire} command, each call in a JVM of its own. */
public final class QuireCommandLine {

    private static final String MAIN = "org.quire.cli.QuireCommand";
    private static final Duration LONGEST = Duration.ofSeconds(120);

    private final Path folder;

    /** @param folder for data, workspaces and logs */
    public QuireCommandLine(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder.resolve("workspaces"));
            Files.writeString(folder.resolve("workers.yaml"), """
                    only: true
                    processors:
                      ocrd-dummy: {}
                      ocrd-recorder:
                        mode: cold
                    """);
            Recorder.install(folder.resolve("recorder"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a call printed, on both streams, and how it ended. */
    public record Ended(int exitCode, String output) {}

    /** A server with an engine of its own, on a free port. */
    public ChildProcess serve() {
        return serve(Map.of());
    }

    /** @param environment variables beside those that processors need */
    public ChildProcess serve(Map<String, String> environment) {
        return start(
                environment,
                "serve",
                "--port",
                "0",
                "--data-dir",
                folder.resolve("data").toString(),
                "--workspaces",
                folder.resolve("workspaces").toString(),
                "--processors",
                folder.resolve("recorder").toString(),
                "--processors",
                TestEnvironment.processors().orElseThrow().toString(),
                "--worker-config",
                folder.resolve("workers.yaml").toString(),
                "--temporal-binary",
                TestEnvironment.temporal().orElseThrow().toString());
    }

    /** A METS server of one workspace. */
    public ChildProcess serveMets(Path mets, String address) {
        return start(Map.of(), "mets", "serve", "-m", mets.toString(), "-U", address);
    }

    public Ended call(String... arguments) {
        ChildProcess child = start(Map.of(), arguments);
        int exitCode = child.waitFor(LONGEST);
        return new Ended(exitCode, child.output());
    }

    private ChildProcess start(Map<String, String> environment, String... arguments) {
        try {
            var all = new HashMap<>(
                    Programs.environment(TestEnvironment.processors().orElseThrow()));
            all.putAll(environment);
            return ChildProcess.startJava(
                    "quire " + arguments[0],
                    MAIN,
                    List.of(arguments),
                    all,
                    Files.createTempFile(folder, arguments[0], ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
