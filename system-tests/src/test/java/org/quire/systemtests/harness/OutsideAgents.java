package org.quire.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Agents that a worker host knows but does not run. Processors {@code ocrd-far} and {@code ocrd-brief} are external, the second with
 * little time; {@code ocrd-served} is to be served by a Processor Server, if a test starts it. All three are {@code ocrd-dummy} behind
 * a script that can be held and made to fail.
 */
public final class OutsideAgents {

    /** Part of the worker configuration. */
    static final String WORKERS = """
              ocrd-far:
                mode: external
                tool: outside/ocrd-tool.json
                instances: 2
                timeout: 5m
              ocrd-brief:
                mode: external
                tool: outside/ocrd-tool.json
                timeout: 3s
              ocrd-served:
                server:
                  url: http://127.0.0.1:@SERVER@
                  database: mongodb://127.0.0.1:@DATABASE@
                  timeout: 2m
            """;

    private static final String TOOL = """
            {"executable": "%s", "categories": ["Image preprocessing"], "steps": ["preprocessing/optimization"],
             "description": "Copies files", "input_file_grp": ["IN"], "output_file_grp": ["OUT"],
             "parameters": {"copy_files": {"type": "boolean", "default": false, "description": "Copy files, too"}}}""";

    private static final String SCRIPT = """
            #!/bin/sh
            case "$1" in
              --dump-json) cat '%1$s/%2$s.json'; exit 0 ;;
              --version) echo 'Version 0.1, ocrd/core 2'; exit 0 ;;
            esac
            touch '%1$s/%2$s.began'
            while [ -e '%1$s/%2$s.held' ]; do sleep 0.1; done
            if [ -e '%1$s/%2$s.fails' ]; then echo 'ERROR no such glyph' >&2; exit 7; fi
            exec ocrd-dummy "$@"
            """;

    private final Path folder;
    private final int serverPort = RealTemporal.freePort();
    private final int databasePort = RealTemporal.freePort();
    private @Nullable ChildProcess database;
    private @Nullable ChildProcess server;

    private OutsideAgents(Path folder) {
        this.folder = folder;
    }

    static OutsideAgents in(Path parent) throws IOException {
        Path folder = Files.createDirectories(parent.resolve("outside"));
        Files.createDirectories(folder.resolve("database"));
        for (String name : List.of("ocrd-far", "ocrd-brief", "ocrd-served")) {
            Files.writeString(folder.resolve(name + ".json"), TOOL.formatted(name));
            Path script = Files.writeString(folder.resolve(name), SCRIPT.formatted(folder, name));
            if (!script.toFile().setExecutable(true)) {
                throw new IOException("Expected to make " + script + " executable.");
            }
        }
        Files.writeString(
                folder.resolve("ocrd-tool.json"),
                "{\"version\": \"1\", \"tools\": {\"ocrd-far\": %s, \"ocrd-brief\": %s}}"
                        .formatted(TOOL.formatted("ocrd-far"), TOOL.formatted("ocrd-brief")));
        return new OutsideAgents(folder);
    }

    String insertAddresses(String workers) {
        return workers.replace("@SERVER@", String.valueOf(serverPort))
                .replace("@DATABASE@", String.valueOf(databasePort));
    }

    /** What somebody outside needs on PATH to run handed-out commands. */
    public Map<String, String> environment() {
        return Programs.environment(
                Path.of(folder + ":" + TestEnvironment.processors().orElseThrow()));
    }

    /** Lets calls of a processor wait. */
    public void hold(String processor) {
        mark(processor, ".held", true);
    }

    public void release(String processor) {
        mark(processor, ".held", false);
    }

    /** Makes calls of a processor fail, or succeed again. */
    public void fail(String processor, boolean fails) {
        mark(processor, ".fails", fails);
    }

    /** Whether a processor was called since this was asked last. */
    public boolean hasBegun(String processor) {
        try {
            return Files.deleteIfExists(folder.resolve(processor + ".began"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void mark(String processor, String what, boolean set) {
        Path file = folder.resolve(processor + what);
        try {
            Files.deleteIfExists(file);
            if (set) {
                Files.createFile(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the Processor Server of {@code ocrd-served}, and the database it needs, unless they run. */
    public synchronized void startServer() {
        if (database == null) {
            database = ChildProcess.start(
                    "MongoDB",
                    List.of(
                            TestEnvironment.mongodb().orElseThrow().toString(),
                            "127.0.0.1:" + databasePort,
                            folder.resolve("database").toString()),
                    Map.of(),
                    folder.resolve("database.log"));
        }
        if (server == null) {
            Path bin = TestEnvironment.ocrd2().orElseThrow();
            server = ChildProcess.start(
                    "Processor Server",
                    List.of(
                            bin.resolve("ocrd").toString(),
                            "network",
                            "processor-server",
                            "ocrd-served",
                            "-a",
                            "127.0.0.1:" + serverPort,
                            "-d",
                            "mongodb://127.0.0.1:" + databasePort),
                    Programs.environment(Path.of(folder + ":" + bin)),
                    folder.resolve("server.log"));
        }
    }

    /** {@code kill -9}. */
    public synchronized void killServer() {
        if (server != null) {
            server.killNow();
            server = null;
        }
    }
}
