package org.quire.workflows.run;

import java.time.Instant;
import java.util.List;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * What a run hands on when it continues as new: compact, and only ever made while no job is in flight and no message is
 * outstanding.
 *
 * @param startedAt when the run's first execution began
 * @param state QUEUED or RUNNING
 * @param jobStates per step the letters of the states, run-length encoded
 * @param granted the units granted so far
 * @param openUnits what this run made for units that are begun and not done
 * @param sequence of the last message sent; 0: none
 * @param answered the last message that the workspace's owner has answered
 * @param finishSent whether the last message was the farewell
 * @param failures the kept ones
 * @param callbacksDue ended jobs whose callback has not been started
 */
public record RunCarry(
        Instant startedAt,
        RunState state,
        List<String> jobStates,
        List<UnitRange> granted,
        List<OpenUnit> openUnits,
        long sequence,
        long answered,
        boolean finishSent,
        Interruption interruption,
        List<RunStatus.Failure> failures,
        List<JobId> callbacksDue) {

    /** Of a run that begins. */
    static RunCarry nothing(Instant startedAt) {
        return resumed(startedAt, List.of());
    }

    /** Of a run that begins with some of its jobs done. */
    static RunCarry resumed(Instant startedAt, List<String> jobStates) {
        return new RunCarry(
                startedAt,
                RunState.QUEUED,
                jobStates,
                List.of(),
                List.of(),
                0,
                0,
                false,
                Interruption.NONE,
                List.of(),
                List.of());
    }

    /** The files that earlier steps made for one unit. */
    public record OpenUnit(int unit, List<MetsFile> files) {}
}
