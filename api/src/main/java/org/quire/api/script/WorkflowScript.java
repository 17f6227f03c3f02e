package org.quire.api.script;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A parsed workflow script: one task per line that is not blank. Either it has tasks, or faults that say why not.
 *
 * @param faults one sentence per bad line, with its number
 */
public record WorkflowScript(List<ProcessorTask> tasks, List<String> faults) {

    /** What Python's {@code str.splitlines} splits at. */
    private static final Pattern LINE_END = Pattern.compile("\r\n|[\n\r\u000B\f\u001C-\u001E\u0085\u2028\u2029]");

    public WorkflowScript {
        tasks = List.copyOf(tasks);
        faults = List.copyOf(faults);
    }

    public static WorkflowScript parse(String text) {
        var tasks = new ArrayList<ProcessorTask>();
        var faults = new ArrayList<String>();
        String[] lines = LINE_END.split(text.startsWith("\uFEFF") ? text.substring(1) : text, -1);
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].isBlank()) {
                continue;
            }
            try {
                tasks.add(TaskParser.parse(i + 1, lines[i]));
            } catch (IllegalArgumentException e) {
                faults.add("Line " + (i + 1) + ": " + e.getMessage());
            }
        }
        if (tasks.isEmpty() && faults.isEmpty()) {
            faults.add("Workflow is invalid, empty.");
        }
        return new WorkflowScript(tasks, faults);
    }
}
