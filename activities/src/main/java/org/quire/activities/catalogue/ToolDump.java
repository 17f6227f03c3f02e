package org.quire.activities.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.quire.activities.catalogue.ToolAnswer.Described;
import org.quire.activities.catalogue.ToolAnswer.Refused;
import org.quire.workflows.engine.QuireData;

/** Asks an executable for its tool description; it runs in an empty folder, so that a tool that isn't a processor does no harm. */
record ToolDump(Duration timeout) {

    private static final int REASON_LENGTH = 200;

    ToolAnswer ask(Path executable, Map<String, String> environment) {
        try {
            Path folder = Files.createTempDirectory("quire-tool-");
            try {
                return ask(executable, environment, folder);
            } finally {
                deleteTree(folder);
            }
        } catch (IOException e) {
            return new Refused("it could not be started: " + e.getMessage(), false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Refused("the worker host was stopped meanwhile", false);
        }
    }

    private ToolAnswer ask(Path executable, Map<String, String> environment, Path folder)
            throws IOException, InterruptedException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        Path work = Files.createDirectory(folder.resolve("work"));
        var builder = new ProcessBuilder(executable.toString(), "--dump-json")
                .directory(work.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Refused("it did not answer --dump-json within " + timeout.toSeconds() + " s", false);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return process.exitValue() == 0
                ? parse(text(out))
                : new Refused(
                        "--dump-json ended with exit code %d%s".formatted(process.exitValue(), lastLine(err)), true);
    }

    /** Some libraries print a greeting first, so the description starts at the first brace. */
    private static ToolAnswer parse(String text) {
        try {
            JsonNode json = QuireData.mapper().readTree(text.substring(Math.max(0, text.indexOf('{'))));
            if (json instanceof ObjectNode tool && tool.path("executable").isTextual()) {
                return new Described(tool);
            }
            return new Refused("its answer to --dump-json is no tool description (no \"executable\" in it)", true);
        } catch (JsonProcessingException e) {
            return new Refused("its answer to --dump-json is not JSON: " + oneLine(e.getOriginalMessage()), true);
        }
    }

    private static String lastLine(Path file) throws IOException {
        String text = text(file).strip();
        return text.isEmpty() ? "" : ": " + oneLine(text.substring(text.lastIndexOf('\n') + 1));
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= REASON_LENGTH ? line : line.substring(0, REASON_LENGTH) + "…";
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static void deleteTree(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
