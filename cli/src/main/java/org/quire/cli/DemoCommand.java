package org.quire.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.quire.api.run.RunDetails;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RunSubmission;
import org.quire.cli.demo.SampleBook;
import org.quire.cli.server.QuireServer;
import org.quire.workflows.run.RunState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a real workflow over the sample book and shows what came out. Succeeds only if the text was really recognised. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Runs a real OCR workflow over the sample book and prints the text.")
final class DemoCommand implements Callable<Integer> {

    private static final double ENOUGH = 0.9;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "${env:QUIRE_DEMO_DIR:-}",
            description = "new folder for the book (environment: QUIRE_DEMO_DIR; default: one in the cache)")
    private String folder = "";

    @Mixin
    private final HostingOptions hosting = new HostingOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Map<String, String> environment = System.getenv();
        PrintWriter out = spec.commandLine().getOut();
        Terminal terminal = Terminal.of(environment);
        Path demos = demos(environment);
        SampleBook book = SampleBook.copy(sample(environment), bookFolder(demos));
        out.println("Starting Quire");
        out.flush();
        // One data folder for all demos: it remembers what the processors said of themselves, which takes them long.
        try (QuireServer server = QuireServer.start(hosting.alone(book.folder(), demos.resolve("data")))) {
            tellWhere(book, server, out);
            boolean recognised = runOver(book, server, terminal, out);
            if (terminal.input()) {
                out.println("Quire and its pages stay up until you press Enter.");
                out.flush();
                awaitEnter();
            }
            return recognised ? ExitCodes.SUCCESS : ExitCodes.FAILED;
        }
    }

    private static boolean runOver(SampleBook book, QuireServer server, Terminal terminal, PrintWriter out)
            throws IOException {
        var client = new QuireClient(server.url());
        String id = client.submit(new RunSubmission(book.mets().toString(), book.workflow(), "", 1, false))
                .value();
        RunDetails run = new RunFollower(client, out, terminal, Clock.systemUTC())
                .follow(id)
                .value();
        boolean recognised = show(book.pages(), out) && run.state() == RunState.SUCCESS;
        out.println();
        out.println("Run:             " + server.url() + "/run/" + id);
        tellWhere(book, server, out);
        return recognised;
    }

    private static boolean show(List<SampleBook.Page> pages, PrintWriter out) {
        boolean enough = true;
        for (SampleBook.Page page : pages) {
            out.println();
            out.println("--- " + page.id()
                    + ": %.0f %% of the printed words recognised".formatted(Math.floor(100 * page.recall())));
            out.println(page.recognised());
            enough &= page.recall() >= ENOUGH;
        }
        if (!enough) {
            out.println();
            out.println("Expected %.0f %% of the words on each page, but at least one page has fewer."
                    .formatted(100 * ENOUGH));
        }
        return enough;
    }

    private static void tellWhere(SampleBook book, QuireServer server, PrintWriter out) {
        out.println("Workspace:       " + book.folder());
        out.println("Quire:           " + server.url());
        server.webUi().ifPresent(address -> out.println("Temporal Web UI: " + address));
        server.warning().ifPresent(warning -> out.println("WARNING: " + warning));
        out.flush();
    }

    private static void awaitEnter() throws IOException {
        int read;
        do {
            read = System.in.read();
        } while (read != '\n' && read != -1);
    }

    private static Path sample(Map<String, String> environment) {
        Path sample = Path.of(environment.getOrDefault("QUIRE_HOME", ""))
                .resolve("sample")
                .toAbsolutePath();
        if (!Files.exists(sample.resolve("mets.xml"))) {
            throw new BadInput(
                    "Expected the sample book in " + sample + ", but it is not there; start the demo by ./quire demo.");
        }
        return sample;
    }

    private static Path demos(Map<String, String> environment) {
        String cache = environment.getOrDefault("QUIRE_CACHE", "");
        Path root = cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache", "quire") : Path.of(cache);
        return root.resolve("demo").toAbsolutePath();
    }

    private Path bookFolder(Path demos) {
        Path book = folder.isBlank()
                ? demos.resolve(LocalDateTime.now(Clock.systemDefaultZone()).format(STAMP))
                : Path.of(folder).toAbsolutePath().normalize();
        if (Files.exists(book.resolve("mets.xml"))) {
            throw new BadInput("Expected a new folder for the book, but " + book + " has a mets.xml already.");
        }
        return book;
    }
}
