package org.quire.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quire.api.mets.MetsAddress;
import org.quire.api.mets.MetsServer;
import org.quire.mets.MetsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is done with the METS of one workspace. */
@Command(
        name = "mets",
        mixinStandardHelpOptions = true,
        description = "Works with the METS of one workspace.",
        subcommands = MetsCommand.Serve.class)
final class MetsCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** OCR-D's METS server. */
    @Command(
            name = "serve",
            mixinStandardHelpOptions = true,
            description = "Serves a METS to OCR-D processors called with `-U`, until a client or a signal ends it.")
    static final class Serve implements Callable<Integer> {

        @Option(
                names = {"-m", "--mets"},
                paramLabel = "METS",
                required = true,
                description = "the METS file")
        private Path mets = Path.of("");

        @Option(
                names = {"-U", "--mets-server-url"},
                paramLabel = "PATH|URL",
                required = true,
                description = "the Unix domain socket to make, or http://127.0.0.1:PORT")
        private String url = "";

        @Option(
                names = "--idle-minutes",
                paramLabel = "N",
                description = "end after so many minutes without a request (default: never)")
        private @Nullable Integer idleMinutes;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException, InterruptedException {
            if (idleMinutes != null && idleMinutes < 1) {
                throw new BadInput("Expected --idle-minutes from 1 up, but got " + idleMinutes + ".");
            }
            try (MetsServer server = start();
                    var signals = new EndSignals(server::stop)) {
                PrintWriter out = spec.commandLine().getOut();
                out.println("Quire serves " + mets + " at " + server.url());
                out.flush();
                server.awaitEnd(idleMinutes == null ? null : Duration.ofMinutes(idleMinutes));
            }
            return ExitCodes.SUCCESS;
        }

        private MetsServer start() {
            if (!Files.isRegularFile(mets)) {
                throw new BadInput("Expected a METS file, but " + mets + " is none.");
            }
            try {
                return MetsServer.start(mets, MetsAddress.parse(url));
            } catch (NoSuchFileException e) {
                throw new BadInput("Expected " + e.getFile() + ", but it does not exist.");
            } catch (IllegalArgumentException | IOException | MetsException e) {
                throw new BadInput(String.valueOf(e.getMessage()));
            }
        }
    }
}
