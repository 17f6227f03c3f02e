package org.quire.workflows.run;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * What a run hands on when it continues as new; nothing is in flight then.
 *
 * @param jobStates as in {@link RunStatus}
 * @param waitingUnits granted and not begun
 * @param openUnits begun and not over, with the files that the run made for them
 * @param nextMessage sequence number of the next message to the workspace
 * @param committed highest sequence number that the workspace has answered
 * @param ending what was asked for, if the run is to end early
 */
public record RunCarry(
        Instant startedAt,
        List<String> jobStates,
        List<UnitRange> waitingUnits,
        SortedMap<Integer, List<MetsFile>> openUnits,
        List<RunStatus.Failure> failures,
        long nextMessage,
        long committed,
        Ending ending,
        @Nullable String reason) {

    /** How a run is asked to end before its work is done. */
    public enum Ending {
        NONE,
        CANCEL,
        STOP,
        DEPENDENCY
    }
}
