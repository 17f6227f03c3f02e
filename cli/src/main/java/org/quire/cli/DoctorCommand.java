package org.quire.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.cli.client.CheckupAnswer;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RequestRefused;
import org.quire.cli.client.ServerFailed;
import org.quire.cli.engine.EngineChoice;
import org.quire.cli.engine.EngineException;
import org.quire.workflows.checkup.CheckupReport;
import org.quire.workflows.checkup.Finding;
import org.quire.workflows.engine.QuireData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at what Quire needs and says what is missing; and has the server compare what it knows with what is on disk. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Checks what Quire needs on this machine and, if a server is there, compares its runs, locks and"
                + " reports with the workspaces on disk.",
        footer = "Exit codes: 0 all is well or was repaired, 1 something is missing or disagrees, 2 bad input.")
final class DoctorCommand implements Callable<Integer> {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);
    private static final int HTTP_UNAUTHORIZED = 401;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final HostingOptions hosting = new HostingOptions();

    @Option(
            names = {"-m", "--mets"},
            paramLabel = "METS",
            description = "look at this workspace alone, not at all of the server's")
    private @Nullable Path mets;

    @Option(names = "--fixity", description = "read every file and compare it with its checksum in METS")
    private boolean fixity;

    @Option(names = "--repair", description = "repair what can safely be repaired")
    private boolean repair;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /**
     * @param ok false: something does not work without it, or disagrees
     * @param finding a sentence or two
     * @param standing of what a comparison found; null: it is about this machine
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Check(String subject, boolean ok, String finding, Finding.@Nullable Standing standing) {

        Check(String subject, boolean ok, String finding) {
            this(subject, ok, finding, null);
        }

        private String word() {
            if (standing == null) {
                return ok ? "ok" : "MISSING";
            }
            return switch (standing) {
                case REPAIRED -> "repaired";
                case NOTE -> "note";
                case HEALS, REPAIRABLE, OPEN -> "DIFFERS";
            };
        }
    }

    @Override
    public Integer call() throws JsonProcessingException {
        List<Check> checks = new ArrayList<>(List.of(java(), engine(), processors(), usualServer()));
        checks.addAll(comparison());
        var out = spec.commandLine().getOut();
        if (server.json()) {
            out.println(QuireData.mapper().writeValueAsString(checks));
        } else {
            checks.forEach(
                    check -> out.println("%-8s %-11s %s".formatted(check.word(), check.subject(), check.finding())));
        }
        return checks.stream().allMatch(Check::ok) ? ExitCodes.SUCCESS : ExitCodes.FAILED;
    }

    private List<Check> comparison() {
        QuireClient client = server.client();
        if (!client.isThere()) {
            if (mets != null || fixity || repair) {
                throw new BadInput("Expected a server for the comparison with what is on disk, but there is none at "
                        + client.server() + "; start one with `quire serve`, or name it with --server.");
            }
            return List.of();
        }
        CheckupReport report;
        try {
            String path = mets == null ? null : mets.toAbsolutePath().toString();
            report = awaitReport(client, client.startCheckup(path, fixity, repair));
        } catch (RequestRefused e) {
            if (mets != null && e.status() != HTTP_UNAUTHORIZED) {
                throw new BadInput(String.valueOf(e.getMessage()));
            }
            return List.of(new Check("comparison", false, client.server() + ": " + e.getMessage()));
        } catch (ServerFailed | EndedOtherwise e) {
            return List.of(new Check("comparison", false, client.server() + ": " + e.getMessage()));
        }
        List<Check> checks = new ArrayList<>();
        report.findings()
                .forEach(finding -> checks.add(new Check(
                        finding.subject(),
                        !finding.disagrees(),
                        finding.problem() + " " + finding.remedy(),
                        finding.standing())));
        long disagreeing = checks.stream().filter(check -> !check.ok()).count() + report.more();
        checks.add(new Check(
                "comparison",
                disagreeing == 0,
                "%d workspaces, %d files in METS, %d runs: %s"
                        .formatted(
                                report.workspaces(),
                                report.files(),
                                report.runs(),
                                disagreeing == 0 ? "all agree" : disagreeing + " findings that want something done"),
                disagreeing == 0 ? null : Finding.Standing.OPEN));
        return checks;
    }

    private static CheckupReport awaitReport(QuireClient client, String id) {
        try (var interrupts = new Interrupts()) {
            while (true) {
                CheckupAnswer answer = client.checkup(id);
                if (answer.report() != null) {
                    return answer.report();
                }
                if (answer.reason() != null) {
                    throw new EndedOtherwise(answer.reason());
                }
                if (interrupts.await(BETWEEN_LOOKS)) {
                    throw new EndedOtherwise("The checkup goes on in the server: GET /checkup/" + id + ".");
                }
            }
        }
    }

    private static Check java() {
        return new Check("java", true, Runtime.version() + " in " + System.getProperty("java.home"));
    }

    private Check engine() {
        try {
            return switch (hosting.engine(hosting.dataDir())) {
                case EngineChoice.Address address ->
                    new Check("engine", true, "the Temporal server at " + address.target());
                case EngineChoice.Binary binary ->
                    new Check("engine", true, binary.executable() + ", with its database in " + binary.folder());
                case EngineChoice.InProcess inProcess ->
                    new Check(
                            "engine",
                            false,
                            "no `temporal` on PATH and none configured: runs would live only as long as the server");
            };
        } catch (EngineException e) {
            return new Check("engine", false, String.valueOf(e.getMessage()));
        }
    }

    private static Check processors() {
        String configured = System.getenv().getOrDefault("QUIRE_PROCESSORS", "");
        var found = new ArrayList<String>();
        var folders = new ArrayList<>(List.of(configured.split(",")));
        folders.addAll(List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)));
        folders.stream().filter(folder -> !folder.isBlank()).distinct().forEach(folder -> found.addAll(names(folder)));
        return found.isEmpty()
                ? new Check(
                        "processors",
                        false,
                        "no ocrd-* executable in QUIRE_PROCESSORS or on PATH; `./quire demo` installs some")
                : new Check("processors", true, found.stream().distinct().count() + " ocrd-* executables");
    }

    private static List<String> names(String folder) {
        Path path = Path.of(folder.strip());
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(Files::isExecutable)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("ocrd-"))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private Check usualServer() {
        QuireClient client = server.client();
        if (!client.isThere()) {
            boolean needed = server.named().isPresent();
            return new Check(
                    "server", !needed, "none at " + client.server() + (needed ? "" : "; `quire run` starts its own"));
        }
        try {
            return new Check(
                    "server",
                    true,
                    client.server() + " offers " + client.processors().value().size() + " processors");
        } catch (RequestRefused | ServerFailed e) {
            return new Check("server", false, client.server() + ": " + e.getMessage());
        }
    }

    /** A checkup without a report. */
    private static final class EndedOtherwise extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EndedOtherwise(String how) {
            super(how);
        }
    }
}
