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
     */
    public record Entry(
            RunId runId,
            Instant registeredAt,
            List<String> inputGroups,
            List<String> outputGroups,
            int heldUnits,
            int awaitedUnits) {}
}
