package org.quire.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quire.cli.server.QuireServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves until it is told to end. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Starts the all-in-one server: engine, REST API and workers.")
final class ServeCommand implements Callable<Integer> {

    @Option(names = "--host", paramLabel = "ADDRESS", description = "interface to listen on (default: 127.0.0.1)")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "N", description = "port to listen on, 0 for a free one (default: 8000)")
    private @Nullable Integer port;

    @Option(
            names = "--workspaces",
            paramLabel = "DIR",
            description = "folder that workspaces must lie under; repeatable (environment: QUIRE_WORKSPACES;"
                    + " default: the current folder)")
    private List<Path> workspaces = new ArrayList<>();

    @Mixin
    private final HostingOptions hosting = new HostingOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (QuireServer server = QuireServer.start(hosting.open(host, port, workspaces))) {
            server.warning().ifPresent(warning -> out.println("WARNING: " + warning));
            out.println("Engine: " + server.engineDescription());
            server.webUi().ifPresent(address -> out.println("Temporal Web UI: " + address));
            server.accessAnnouncement().ifPresent(out::println);
            out.println("Quire listens on " + server.url());
            out.flush();
            server.awaitEnd();
        }
        return ExitCodes.SUCCESS;
    }
}
