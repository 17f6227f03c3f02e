package org.quire.workflows.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.Agent;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Everything that a run does, resolved and validated before it starts.
 *
 * @param requestedPages the page expression as the client gave it; empty: all
 * @param pageWise whether the client asked for one job per page
 * @param dependsOn ids of jobs or runs that must have ended in SUCCESS first
 * @param description the client's own words; null: none
 * @param fetch which input files are remote; null: none
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
        Instant submittedAt,
        @Nullable FetchPlan fetch) {

    /** The memo of a run's Temporal workflow that names its workspace. */
    public static final String METS_PATH_MEMO = "metsPath";

    /** What was asked for: a workflow script, or a single processor. */
    public enum Kind {
        WORKFLOW,
        PROCESSOR
    }

    /** A run whose input files are all there. */
    public RunPlan(
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
        this(
                runId,
                kind,
                workspace,
                steps,
                units,
                requestedPages,
                pageWise,
                dependsOn,
                options,
                description,
                submittedAt,
                null);
    }

    public RunPlan withFetch(@Nullable FetchPlan remoteInputs) {
        return new RunPlan(
                runId,
                kind,
                workspace,
                steps,
                units,
                requestedPages,
                pageWise,
                dependsOn,
                options,
                description,
                submittedAt,
                remoteInputs);
    }

    public RunPlan {
        steps = List.copyOf(steps);
        dependsOn = List.copyOf(dependsOn);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("Expected at least one step, but got none.");
        }
    }

    /** Whether jobs of this run are handed out. */
    boolean hasExternalStep() {
        return steps.stream().anyMatch(step -> step.agentOrWorker() == Agent.EXTERNAL);
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
                now,
                fetch == null ? null : fetch.ofUnits(unitsOf(pages)));
    }

    /** The units that these pages make up, in order. */
    private List<Integer> unitsOf(List<String> pages) {
        List<Integer> found = new ArrayList<>();
        int next = 0;
        for (int unit = 0; unit < units.count() && next < pages.size(); unit++) {
            List<String> ofUnit = units.pages(unit);
            if (ofUnit.get(0).equals(pages.get(next))) {
                found.add(unit);
                next += ofUnit.size();
            }
        }
        return found;
    }
}
