package org.quire.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quire.api.run.RunDetails;
import org.quire.cli.client.Answer;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RunSubmission;
import org.quire.cli.server.QuireServer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Submits a run and follows it to its end. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description =
                "Runs a workflow on a workspace and shows its progress. Without a server it starts one for itself.")
final class RunCommand implements Callable<Integer> {

    @Option(
            names = {"-m", "--mets"},
            paramLabel = "METS",
            required = true,
            description = "the workspace's METS file")
    private Path mets = Path.of("mets.xml");

    @ArgGroup(multiplicity = "1")
    private Script script = new Script();

    @Option(
            names = {"-g", "--page-id"},
            paramLabel = "PAGES",
            description = "pages, as OCR-D writes them (default: all)")
    private String pages = "";

    @ArgGroup
    private Cut cut = new Cut();

    @Option(names = "--overwrite", description = "replace files of the output groups")
    private boolean overwrite;

    @Option(names = "--detach", description = "return when the run is submitted; needs a server")
    private boolean detach;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final HostingOptions hosting = new HostingOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Where the tasks come from. */
    static final class Script {

        @Option(
                names = {"-w", "--workflow"},
                paramLabel = "FILE",
                description = "file with one task on each line")
        private @Nullable Path file;

        @Parameters(
                arity = "1..*",
                paramLabel = "TASK",
                description = "task, such as 'tesserocr-binarize -I OCR-D-IMG -O OCR-D-BIN'")
        private List<String> tasks = new ArrayList<>();

        String text() {
            if (file == null) {
                return String.join("\n", tasks) + "\n";
            }
            try {
                return Files.readString(file);
            } catch (NoSuchFileException e) {
                throw new BadInput("Expected a workflow file, but there is no " + file + ".");
            } catch (MalformedInputException e) {
                throw new BadInput("Expected a workflow file in UTF-8, but " + file + " is not.");
            } catch (IOException e) {
                throw new BadInput("The workflow file " + file + " can't be read: " + e.getMessage());
            }
        }
    }

    /** How many pages one job takes. */
    static final class Cut {

        @Option(names = "--page-wise", description = "one job for each page")
        private boolean pageWise;

        @Option(names = "--page-step", paramLabel = "N", description = "one job for N pages")
        private @Nullable Integer pageStep;

        @Option(names = "--whole-document", description = "one job for all pages")
        private boolean whole;

        @Nullable
        Integer pagesPerJob() {
            if (pageStep != null && pageStep < 1) {
                throw new BadInput("Expected --page-step from 1 up, but got " + pageStep + ".");
            }
            if (pageStep != null) {
                return pageStep;
            }
            if (whole) {
                return 0;
            }
            return pageWise ? Integer.valueOf(1) : null;
        }
    }

    @Override
    public Integer call() {
        Path path = mets.toAbsolutePath().normalize();
        var submission = new RunSubmission(path.toString(), script.text(), pages, cut.pagesPerJob(), overwrite);
        Optional<QuireClient> existing = existing();
        if (existing.isPresent()) {
            return run(existing.get(), submission);
        }
        if (detach) {
            throw new BadInput(
                    "--detach needs a server that stays; start one with `quire serve`, or name one with --server.");
        }
        if (!Files.isRegularFile(path)) {
            throw new BadInput("Expected a METS file, but there is no " + path + ".");
        }
        spec.commandLine().getErr().println("No server at " + ServerOptions.USUAL + ": starting one for this run");
        try (QuireServer own = QuireServer.start(hosting.alone(path.getParent(), hosting.dataDir()))) {
            own.warning().ifPresent(warning -> spec.commandLine().getErr().println("WARNING: " + warning));
            return run(new QuireClient(own.url()), submission);
        }
    }

    /** The server that was named, else the usual one if it is there. */
    private Optional<QuireClient> existing() {
        return server.named().or(() -> Optional.of(server.usual()).filter(QuireClient::isThere));
    }

    private int run(QuireClient client, RunSubmission submission) {
        PrintWriter out = spec.commandLine().getOut();
        // With --json standard output is for the JSON alone.
        PrintWriter words = server.json() ? spec.commandLine().getErr() : out;
        Answer<String> submitted = client.submit(submission);
        if (detach) {
            out.println(server.json() ? submitted.json() : submitted.value());
            return ExitCodes.SUCCESS;
        }
        words.println("Run " + submitted.value() + " on " + client.server());
        Terminal terminal = Terminal.of(System.getenv());
        var follower = new RunFollower(client, words, terminal, Clock.systemUTC());
        Answer<RunDetails> end = follower.follow(submitted.value());
        if (server.json()) {
            out.println(end.json());
        }
        return ExitCodes.of(end.value().state());
    }
}
