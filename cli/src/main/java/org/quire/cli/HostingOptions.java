package org.quire.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.cli.engine.EngineChoice;
import org.quire.cli.server.QuireServer;
import org.quire.cli.server.ServerSettings;
import org.quire.workflows.engine.DataLayout;
import picocli.CommandLine.Option;

/** How to host a server in this process. */
final class HostingOptions {

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            defaultValue = "${env:QUIRE_DATA_DIR:-}",
            description = "scripts, logs, reports and the engine's database (environment: QUIRE_DATA_DIR;"
                    + " default: ~/.local/share/quire)")
    private String dataDir = "";

    @Option(
            names = "--temporal",
            paramLabel = "HOST:PORT",
            defaultValue = "${env:QUIRE_TEMPORAL:-}",
            description = "a Temporal server that somebody else runs (environment: QUIRE_TEMPORAL)")
    private String temporal = "";

    @Option(
            names = "--temporal-binary",
            paramLabel = "PATH",
            defaultValue = "${env:QUIRE_TEMPORAL_BINARY:-}",
            description = "the `temporal` executable to start as a child (environment: QUIRE_TEMPORAL_BINARY;"
                    + " default: the one on PATH)")
    private String temporalBinary = "";

    @Option(
            names = "--processors",
            paramLabel = "DIR",
            description = "a folder with ocrd-* executables, searched before PATH; repeatable"
                    + " (environment: QUIRE_PROCESSORS)")
    private List<Path> processors = new ArrayList<>();

    @Option(
            names = "--worker-config",
            paramLabel = "FILE",
            description = "YAML with instances, timeout, … of each processor (environment: QUIRE_WORKER_CONFIG)")
    private @Nullable Path workerConfig;

    /** The data folder that was named, else the usual one of this user. */
    Path dataDir() {
        return dataDir(Path.of(System.getProperty("user.home"), ".local", "share", "quire"));
    }

    private Path dataDir(Path otherwise) {
        return (dataDir.isBlank() ? otherwise : Path.of(dataDir))
                .toAbsolutePath()
                .normalize();
    }

    EngineChoice engine(Path dataDir) {
        return EngineChoice.of(
                temporal,
                Path.of(temporalBinary),
                new DataLayout(dataDir).engine(),
                System.getenv().getOrDefault("PATH", ""));
    }

    /** A server for everybody on this machine. */
    ServerSettings open(@Nullable String host, @Nullable Integer port, List<Path> workspaces) {
        Path data = dataDir();
        return new ServerSettings(
                host,
                port,
                data,
                absolute(workspaces),
                Path.of("").toAbsolutePath(),
                absolute(processors),
                workerConfig,
                engine(data),
                false);
    }

    /** A server for this command alone: loopback, a free port, one folder of workspaces, a quiet console. */
    ServerSettings alone(Path workspaces, Path dataDirOtherwise) {
        Path data = dataDir(dataDirOtherwise);
        return new ServerSettings(
                "127.0.0.1",
                0,
                data,
                List.of(workspaces),
                workspaces,
                absolute(processors),
                workerConfig,
                engine(data),
                true);
    }

    /**
     * Starts a server for one command, over the folder of one workspace.
     *
     * @param what the command does, for the word of it on {@code err}
     */
    QuireServer startOwn(Path mets, String what, PrintWriter err) {
        Path folder = mets.getParent();
        if (folder == null || !Files.isRegularFile(mets)) {
            throw new BadInput("Expected a METS file, but there is no " + mets + ".");
        }
        err.println("No server at " + ServerOptions.USUAL + ": starting one for this " + what);
        QuireServer own = QuireServer.start(alone(folder, dataDir()));
        own.warning().ifPresent(warning -> err.println("WARNING: " + warning));
        return own;
    }

    private static List<Path> absolute(List<Path> paths) {
        return paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
    }
}
