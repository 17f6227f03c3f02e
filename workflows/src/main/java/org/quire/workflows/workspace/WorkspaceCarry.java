package org.quire.workflows.workspace;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * What the owner of a workspace hands on when it continues as new. Its content is the workspace package's own affair.
 *
 * @param runs registered runs in order of arrival
 * @param waiting deliveries not committed yet, in order of arrival
 * @param unsent answers not sent yet, in order per run
 * @param over runs that are over, and the number of the last message of each
 */
public record WorkspaceCarry(
        List<CarriedRun> runs, List<CarriedDelivery> waiting, List<CarriedAnswer> unsent, List<RunOver> over) {

    /**
     * One registered run.
     *
     * @param suspended whether it was still waiting for dependencies
     * @param granted units that the run was told of
     * @param released units given up
     * @param dependencies ids that it still waits for
     * @param lastSequence number of the last message acted on
     * @param settledSequence number up to which everything is committed
     * @param early messages held because an earlier one is missing
     * @param epoch in which it speaks; null: none
     */
    record CarriedRun(
            Registration registration,
            boolean suspended,
            List<UnitRange> granted,
            List<UnitRange> released,
            List<String> dependencies,
            long lastSequence,
            long settledSequence,
            List<WorkspaceMessage> early,
            @Nullable Long epoch) {}

    /** A delivery as in the commit queue. */
    record CarriedDelivery(
            RunId runId,
            long sequence,
            List<MetsAddition> additions,
            List<Integer> releasedUnits,
            boolean last,
            boolean answered,
            @Nullable Long epoch) {}

    record CarriedAnswer(RunId runId, WorkspaceAnswer answer) {}

    record RunOver(RunId runId, long lastSequence, @Nullable Long epoch) {}
}
