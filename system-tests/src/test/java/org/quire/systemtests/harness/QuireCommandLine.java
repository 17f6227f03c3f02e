package org.quire.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

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
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a call printed, on both streams, and how it ended. */
    public record Ended(int exitCode, String output) {}

    /** A server with an engine of its own, on a free port. */
    public ChildProcess serve() {
        return start(
                "serve",
                "--port",
                "0",
                "--data-dir",
                folder.resolve("data").toString(),
                "--workspaces",
                folder.resolve("workspaces").toString(),
                "--processors",
                TestEnvironment.processors().orElseThrow().toString(),
                "--worker-config",
                folder.resolve("workers.yaml").toString(),
                "--temporal-binary",
                TestEnvironment.temporal().orElseThrow().toString());
    }

    public Ended call(String... arguments) {
        ChildProcess child = start(arguments);
        int exitCode = child.waitFor(LONGEST);
        return new Ended(exitCode, child.output());
    }

    private ChildProcess start(String... arguments) {
        try {
            return ChildProcess.startJava(
                    "quire " + arguments[0],
                    MAIN,
                    List.of(arguments),
                    QuireSystem.environment(TestEnvironment.processors().orElseThrow()),
                    Files.createTempFile(folder, arguments[0], ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
