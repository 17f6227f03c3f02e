package org.quire.api.submission;

import java.util.ArrayList;
import java.util.List;
import org.quire.api.script.ProcessorTask;
import org.quire.mets.Mets;
import org.quire.workflows.run.PageUnits;

/** Output groups that already have files for the pages of a run. */
final class OutputCheck {

    /** Pages that a message names before it says "and N more". */
    private static final int NAMED = 5;

    private OutputCheck() {}

    static List<Fault> faults(List<ProcessorTask> tasks, Mets mets, PageUnits units) {
        var faults = new ArrayList<Fault>();
        for (ProcessorTask task : tasks) {
            for (String group : task.outputGroups()) {
                if (mets.files(group).isEmpty()) {
                    continue;
                }
                List<String> pages = units.pages().stream()
                        .filter(page -> !mets.files(group, page).isEmpty())
                        .toList();
                if (units.wholeWorkspace() || !pages.isEmpty()) {
                    faults.add(new Fault(Fault.Kind.OUTPUT_EXISTS, message(task, group, pages)));
                }
            }
        }
        return faults;
    }

    private static String message(ProcessorTask task, String group, List<String> pages) {
        String named =
                pages.isEmpty() ? "the workspace" : String.join(", ", pages.subList(0, Math.min(NAMED, pages.size())));
        String more = pages.size() > NAMED ? " and " + (pages.size() - NAMED) + " more" : "";
        return task.label() + ": output file group '" + group + "' already has files for " + named + more
                + "; choose another group, or send overwrite=true.";
    }
}
