package org.quire.workflows.run;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Everything that a run does, resolved and validated before it starts.
 *
 * @param requestedPages the page expression as the client gave it; empty: all
 * @param pageWise whether the client asked for one job per page
 * @param dependsOn ids of jobs or runs that must have ended in SUCCESS first
 * @param description the client's own words; null: none
 */
public record RunPlan(
        RunId runId,
        Kind kind,
        WorkspaceRef workspace,
        List<PlannedStep> steps,
        PageUnits units,
        String requestedPages,
        boolean pageWise,
        List<String> dependsOn,
        RunOptions options,
        @Nullable String description,
        Instant submittedAt) {

    /** The memo of a run's Temporal workflow that names its workspace. */
    public static final String METS_PATH_MEMO = "metsPath";

    /** What was asked for: a workflow script, or a single processor. */
    public enum Kind {
        WORKFLOW,
        PROCESSOR
    }

    public RunPlan {
        steps = List.copyOf(steps);
        dependsOn = List.copyOf(dependsOn);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("Expected at least one step, but got none.");
        }
    }

    /**
     * The same for some of its pages, as another run.
     *
     * @param pages whole units of this plan, in their order
     */
    RunPlan again(RunId id, List<String> pages, Instant now) {
        return new RunPlan(
                id,
                kind,
                workspace,
                steps,
                new PageUnits(
                        pages,
                        units.unitSize(),
                        units.wholeWorkspace() && pages.size() == units.pages().size()),
                pages.size() == units.pages().size() ? requestedPages : String.join(",", pages),
                pageWise,
                dependsOn,
                options,
                description,
                now);
    }
}
