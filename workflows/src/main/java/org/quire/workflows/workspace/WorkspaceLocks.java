package org.quire.workflows.workspace;

import java.time.Instant;
import java.util.List;
import org.quire.workflows.run.RunId;

/** Who holds and who awaits pages of a workspace, in order of arrival. */
public record WorkspaceLocks(WorkspaceRef workspace, List<Entry> entries) {

    /**
     * One registered run.
     *
     * @param registeredAt since when it holds or waits
     * @param heldUnits units granted and not yet released
     * @param awaitedUnits units not yet granted
     * @param waitsFor runs that stand before this one on pages that it awaits, in order of arrival
     * @param dependsOn ids of runs and jobs that must end in SUCCESS first
     */
    public record Entry(
            RunId runId,
            Instant registeredAt,
            List<String> inputGroups,
            List<String> outputGroups,
            int heldUnits,
            int awaitedUnits,
            List<RunId> waitsFor,
            List<String> dependsOn) {}
}
