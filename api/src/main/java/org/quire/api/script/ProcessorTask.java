package org.quire.api.script;

import java.util.List;
import org.quire.workflows.job.Parameters;

/**
 * One task: a processor, what it reads, what it makes, and how.
 *
 * @param line where it stands in its script, from 1; 0: it comes from no script
 * @param processor the executable's name, {@code ocrd-…}
 */
public record ProcessorTask(
        int line, String processor, List<String> inputGroups, List<String> outputGroups, Parameters parameters) {

    public ProcessorTask {
        inputGroups = List.copyOf(inputGroups);
        outputGroups = List.copyOf(outputGroups);
    }

    /** How messages name this task. */
    public String label() {
        return line == 0 ? processor : "Line " + line + ": " + processor;
    }

    /** The task in the form that OCR-D's own {@code str(task)} has, which parses to the same task. */
    public String canonical() {
        var text = new StringBuilder(processor.replaceFirst("^ocrd-", ""));
        if (!inputGroups.isEmpty()) {
            text.append(" -I ").append(quote(String.join(",", inputGroups)));
        }
        if (!outputGroups.isEmpty()) {
            text.append(" -O ").append(quote(String.join(",", outputGroups)));
        }
        if (!parameters.json().isEmpty()) {
            text.append(" -p ").append(quote(parameters.toString()));
        }
        return text.toString();
    }

    private static String quote(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\"'\"'") + "'";
    }
}
