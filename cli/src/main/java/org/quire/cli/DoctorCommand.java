package org.quire.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RequestRefused;
import org.quire.cli.client.ServerFailed;
import org.quire.cli.engine.EngineChoice;
import org.quire.cli.engine.EngineException;
import org.quire.workflows.engine.QuireData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Looks at what Quire needs and says what is missing. Changes nothing. */
@Command(name = "doctor", mixinStandardHelpOptions = true, description = "Checks what Quire needs on this machine.")
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final HostingOptions hosting = new HostingOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /**
     * @param ok false: something does not work without it
     * @param finding a sentence
     */
    record Check(String subject, boolean ok, String finding) {}

    @Override
    public Integer call() throws JsonProcessingException {
        List<Check> checks = List.of(java(), engine(), processors(), usualServer());
        var out = spec.commandLine().getOut();
        if (server.json()) {
            out.println(QuireData.mapper().writeValueAsString(checks));
        } else {
            checks.forEach(check -> out.println(
                    "%-7s %-11s %s".formatted(check.ok() ? "ok" : "MISSING", check.subject(), check.finding())));
        }
        return checks.stream().allMatch(Check::ok) ? ExitCodes.SUCCESS : ExitCodes.FAILED;
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
            return new Check("engine", false, e.getMessage());
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
}
