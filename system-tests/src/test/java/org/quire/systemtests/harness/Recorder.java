package org.quire.systemtests.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A test's record of the calls of {@code ocrd-recorder}, a processor that waits where it is told and writes down when it ran. */
public record Recorder(Path record) {

    public static final String NAME = "ocrd-recorder";

    /** The same with one instance only, so that jobs queue up. */
    public static final String SINGLE = "ocrd-single";

    /** The same with a timeout of some seconds. */
    public static final String IMPATIENT = "ocrd-impatient";

    /** Hangs in a warm process. */
    public static final String WARM_HANGER = "ocrd-warm-hanger";

    /** One that has no output group, and one that has no input group. */
    public static final String SINK = "ocrd-recorder-sink";

    public static final String SOURCE = "ocrd-recorder-source";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One call.
     *
     * @param pages the page expression that the processor was given
     * @param group its output group
     * @param start ns of a clock that all processes share
     * @param end the same; {@link Long#MAX_VALUE}: it did not end
     * @param child the process that a stubborn call started; 0: none
     */
    public record Call(String pages, String group, long pid, long child, long start, long end) {

        public boolean ended() {
            return end != Long.MAX_VALUE;
        }

        public boolean overlaps(Call other) {
            return start < other.end && other.start < end;
        }
    }

    /** A task line of a workflow script. */
    public String task(String inputGroup, String outputGroup, ObjectNode parameters) {
        return task(NAME, inputGroup, outputGroup, parameters);
    }

    /** A task line for the processor under one of its other names. */
    public String task(String processor, String inputGroup, String outputGroup, ObjectNode parameters) {
        return processor.substring("ocrd-".length()) + " -I " + inputGroup + " -O " + outputGroup + " -p '"
                + with(parameters) + "'";
    }

    /** These parameters, and where to record. */
    public ObjectNode with(ObjectNode parameters) {
        return parameters.put("record", record.toString());
    }

    public static ObjectNode parameters() {
        return JSON.createObjectNode();
    }

    /** All calls so far, in the order in which they started. */
    public List<Call> calls() {
        var calls = new ArrayList<Call>();
        for (JsonNode line : lines()) {
            long pid = line.get("pid").asLong();
            if ("start".equals(line.get("event").asText())) {
                calls.add(new Call(
                        line.get("pages").asText(),
                        line.get("group").asText(),
                        pid,
                        line.get("child").asLong(),
                        line.get("time").asLong(),
                        Long.MAX_VALUE));
            } else {
                calls.replaceAll(call -> call.pid() == pid && !call.ended() ? ended(call, line) : call);
            }
        }
        return calls;
    }

    /** The calls for an output group. */
    public List<Call> callsFor(String group) {
        return calls().stream().filter(call -> call.group().equals(group)).toList();
    }

    private static Call ended(Call call, JsonNode line) {
        return new Call(
                call.pages(),
                call.group(),
                call.pid(),
                call.child(),
                call.start(),
                line.get("time").asLong());
    }

    private List<JsonNode> lines() {
        if (!Files.exists(record)) {
            return List.of();
        }
        try {
            var lines = new ArrayList<JsonNode>();
            String text = Files.readString(record);
            // A line without its end is still being written.
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
                if (!line.isEmpty()) {
                    lines.add(JSON.readTree(line));
                }
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the executable into a folder. */
    static void install(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("recorder.py"), resource("/processors/recorder.py"));
        for (String name : List.of(NAME, SINK, SOURCE, SINGLE, IMPATIENT)) {
            installScript(folder.resolve(name), NAME);
        }
        installScript(folder.resolve(WARM_HANGER), WARM_HANGER);
    }

    private static void installScript(Path script, String source) throws IOException {
        Path python = TestEnvironment.processors().orElseThrow().resolve("python3");
        Files.writeString(script, resource("/processors/" + source).replace("@PYTHON@", python.toString()));
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("Expected to make " + script + " executable.");
        }
    }

    static String resource(String name) throws IOException {
        try (InputStream stream = Recorder.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("Expected the resource " + name + ".");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
