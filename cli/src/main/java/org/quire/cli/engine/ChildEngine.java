package org.quire.cli.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@code temporal server start-dev} as a child of this process, with its database in the data folder. It ends with this process,
 * also when that is killed; one that survived nevertheless is ended before a new one opens the same database.
 */
final class ChildEngine implements Engine {

    private static final Logger LOG = LoggerFactory.getLogger(ChildEngine.class);
    private static final Duration TO_START = Duration.ofSeconds(60);
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final Duration RETENTION = Duration.ofDays(30);

    private final Process process;
    private final EnginePorts ports;
    private final Path database;

    private ChildEngine(Process process, EnginePorts ports, Path database) {
        this.process = process;
        this.ports = ports;
        this.database = database;
    }

    static ChildEngine start(Path executable, Path folder) {
        try {
            Path real = Files.createDirectories(folder).toRealPath();
            LeftOverEngines.end(real.resolve("temporal.db"), TO_END);
            EnginePorts ports = EnginePorts.of(real);
            try {
                return start(executable, real, ports);
            } catch (EngineException e) {
                // Somebody may have taken a port between the look and the start.
                LOG.warn("{} Trying once more with other ports.", e.getMessage());
                return start(executable, real, EnginePorts.fresh());
            }
        } catch (IOException e) {
            throw new EngineException("The Temporal server could not be started: " + e.getMessage(), e);
        }
    }

    private static ChildEngine start(Path executable, Path folder, EnginePorts ports) throws IOException {
        Path log = folder.resolve("temporal.log");
        Path database = folder.resolve("temporal.db");
        Process process = new ProcessBuilder(WatchedCommand.of(command(executable, database, ports)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        var engine = new ChildEngine(process, ports, database);
        try {
            EngineReadiness.await(engine.target(), process::isAlive, TO_START, RETENTION);
            ports.remember(folder);
            return engine;
        } catch (EngineException e) {
            engine.close();
            throw new EngineException(e.getMessage() + " Its log " + log + " ends with: " + lastLines(log), e);
        }
    }

    private static List<String> command(Path executable, Path database, EnginePorts ports) {
        return List.of(
                executable.toString(),
                "server",
                "start-dev",
                "--db-filename",
                database.toString(),
                "--ip",
                "127.0.0.1",
                "--port",
                Integer.toString(ports.grpc()),
                "--ui-port",
                Integer.toString(ports.webUi()),
                "--log-level",
                "error");
    }

    private static String lastLines(Path log) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(log));
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    @Override
    public String target() {
        return "127.0.0.1:" + ports.grpc();
    }

    @Override
    public Optional<URI> webUi() {
        return Optional.of(URI.create("http://127.0.0.1:" + ports.webUi()));
    }

    @Override
    public String description() {
        return "a Temporal server with its database in " + database;
    }

    @Override
    public Optional<String> warning() {
        return Optional.empty();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        process.destroy();
        try {
            if (!process.waitFor(TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The Temporal server did not end within {} s and is killed", TO_END.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
