package org.quire.workflows.workspace;

import java.time.Instant;
import java.util.List;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;

/**
 * What a run asked for when it registered.
 *
 * @param registeredAt the workspace's own time
 * @param inputGroups shared
 * @param outputGroups exclusive, also where they are inputs too
 */
record Registration(
        RunId runId, Instant registeredAt, List<String> inputGroups, List<String> outputGroups, PageUnits units) {

    Registration {
        inputGroups = List.copyOf(inputGroups);
        outputGroups = List.copyOf(outputGroups);
    }
}
