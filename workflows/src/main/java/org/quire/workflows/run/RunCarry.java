package org.quire.workflows.run;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;

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
 * @param talk how the run stands with the workspace's owner; null: all that it said is committed
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
        List<JobId> callbacksDue,
        @Nullable Talk talk) {

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
                List.of(),
                null);
    }

    /** The files that earlier steps made for one unit. */
    public record OpenUnit(int unit, List<MetsFile> files) {}

    /**
     * How a run stands with the owner of its workspace.
     *
     * @param epoch in which it speaks; null: it began before there were epochs
     * @param returning whether it does not know yet what it holds
     * @param reset whether Temporal has set it back at some time
     * @param unconfirmed deliveries not known to be committed
     */
    public record Talk(@Nullable Long epoch, boolean returning, boolean reset, List<Deliver> unconfirmed) {}
}
