package org.quire.api.submission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quire.api.script.ProcessorTask;

/**
 * The file groups of a script's tasks against each other and against those of the METS. Steps of a run may go on side by side, so each
 * group is made by one step, and read only after it was made.
 */
final class GroupCheck {

    /** An output group names a folder too. */
    private static final Pattern GROUP_NAME =
            Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*", Pattern.UNICODE_CHARACTER_CLASS);

    private final List<String> metsGroups;
    private final boolean metsKnown;
    private final Map<String, ProcessorTask> makers = new HashMap<>();
    private final Set<String> read = new HashSet<>();
    private final List<Fault> faults = new ArrayList<>();

    /** @param metsGroups null: the METS could not be read, which is a fault of its own */
    private GroupCheck(@Nullable Collection<String> metsGroups) {
        this.metsKnown = metsGroups != null;
        this.metsGroups = metsGroups == null ? List.of() : List.copyOf(metsGroups);
    }

    static List<Fault> faults(List<ProcessorTask> tasks, @Nullable Collection<String> metsGroups) {
        var check = new GroupCheck(metsGroups);
        for (int i = 0; i < tasks.size(); i++) {
            check.inputs(tasks.get(i), i == 0);
            check.outputs(tasks.get(i));
        }
        return check.faults;
    }

    private void inputs(ProcessorTask task, boolean first) {
        for (String group : task.inputGroups()) {
            read.add(group);
            if (!metsKnown || metsGroups.contains(group) || makers.containsKey(group)) {
                continue;
            }
            faults.add(new Fault(
                    Fault.Kind.INPUT_MISSING,
                    first
                            ? "Input file group '" + group + "' of the first processor not found: " + metsGroups
                            : task.label() + ": input file group '" + group
                                    + "' is neither in the METS nor made by an earlier step."));
        }
    }

    private void outputs(ProcessorTask task) {
        for (String group : task.outputGroups()) {
            if (!GROUP_NAME.matcher(group).matches()) {
                bad(
                        task,
                        "expected an output file group of letters, digits, '_', '-' and '.', but got '" + group + "'.");
            }
            ProcessorTask earlier = makers.putIfAbsent(group, task);
            if (earlier != null) {
                bad(
                        task,
                        "output file group '" + group + "' is already made by "
                                + (earlier.line() == task.line() ? "the same step." : "line " + earlier.line() + "."));
            } else if (read.contains(group)) {
                bad(task, "output file group '" + group + "' is read by this or an earlier step; choose another name.");
            }
        }
    }

    private void bad(ProcessorTask task, String message) {
        faults.add(new Fault(Fault.Kind.BAD_GROUPS, task.label() + ": " + message));
    }
}
