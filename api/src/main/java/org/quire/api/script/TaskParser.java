package org.quire.api.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.quire.workflows.job.Parameters;

/**
 * Reads one line of a script (ocrd's {@code ProcessorTask.parse}). Unlike there, {@code -p} never reads a file: it would be one on the
 * server.
 */
final class TaskParser {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Deque<String> words;
    private final List<String> inputs = new ArrayList<>();
    private final List<String> outputs = new ArrayList<>();
    private final ObjectNode parameters = JsonNodeFactory.instance.objectNode();

    private TaskParser(List<String> words) {
        this.words = new ArrayDeque<>(words);
    }

    /** @throws IllegalArgumentException if the line is no task; the message says what was expected */
    static ProcessorTask parse(int lineNumber, String line) {
        return new TaskParser(ShellWords.split(line)).parse(lineNumber);
    }

    private ProcessorTask parse(int lineNumber) {
        String name = processorName();
        while (!words.isEmpty()) {
            option(words.removeFirst());
        }
        return new ProcessorTask(lineNumber, "ocrd-" + name, inputs, outputs, new Parameters(parameters));
    }

    private String processorName() {
        String name = words.isEmpty() ? "" : words.removeFirst();
        if (name.startsWith("#")) {
            throw new IllegalArgumentException("Expected a task, but got a comment; OCR-D's scripts have none.");
        }
        if (name.startsWith("ocrd-")) {
            throw new IllegalArgumentException("Expected a processor's name without 'ocrd-', but got '" + name + "'.");
        }
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
            throw new IllegalArgumentException("Expected a processor's name, but got '" + name + "'.");
        }
        return name;
    }

    private void option(String option) {
        switch (option) {
            case "-I" -> inputs.addAll(groups(option));
            case "-O" -> outputs.addAll(groups(option));
            case "-p" -> parameters.setAll(jsonObject(value(option, "a JSON object")));
            case "-P" -> {
                String key = value(option, "a parameter's name");
                parameters.set(key, json(value(option + " " + key, "a value")));
            }
            default ->
                throw new IllegalArgumentException("Failed parsing task description with tokens remaining: '" + option
                        + "'. Expected one of -I, -O, -p and -P.");
        }
    }

    private List<String> groups(String option) {
        List<String> groups = List.of(value(option, "file groups").split(",", -1));
        if (groups.contains("")) {
            throw new IllegalArgumentException(
                    "Expected file groups separated by single commas after " + option + ", but one is empty.");
        }
        return groups;
    }

    private String value(String option, String expected) {
        String value = words.pollFirst();
        if (value == null) {
            throw new IllegalArgumentException("Expected " + expected + " after " + option + ", but the line ends.");
        }
        return value;
    }

    private static ObjectNode jsonObject(String text) {
        if (text.isEmpty()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (json(text) instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException(
                "Expected a JSON object after -p, such as '{\"model\": \"Fraktur\"}', but got '" + text
                        + "'. Files are not read on the server: put the parameters into the script.");
    }

    /** JSON if it is JSON, else the text itself. */
    private static JsonNode json(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node == null || node.isMissingNode() ? TextNode.valueOf(text) : node;
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }
}
