package org.quire.workflows.run;

import org.jspecify.annotations.Nullable;
import org.quire.workflows.workspace.WorkspaceMessage;
import org.quire.workflows.workspace.WorkspaceMessage.Standing;

/** Decides what a run says next to the owner of its workspace: it registers, delivers, and says farewell when all its jobs have ended. */
final class Conversation {

    private final RunPlan plan;
    private final StepGraph graph;
    private final JobTable jobs;
    private final JobFlow flow;
    private final Outbox outbox;

    Conversation(RunPlan plan, StepGraph graph, JobTable jobs, JobFlow flow, Outbox outbox) {
        this.plan = plan;
        this.graph = graph;
        this.jobs = jobs;
        this.flow = flow;
        this.outbox = outbox;
    }

    /**
     * The message to send now; null if there is none or one is outstanding.
     *
     * @param hurry whether results are delivered before those delivered earlier are committed
     */
    @Nullable
    WorkspaceMessage next(boolean hurry) {
        if (!hasNext(hurry)) {
            return null;
        }
        if (outbox.sequence() == 0) {
            return outbox.register(graph, plan, outbox.isAsked() ? Standing.NEW : null);
        }
        if (outbox.isReturnDue()) {
            return outbox.register(graph, plan, flow.standing(outbox.pendingReleases()));
        }
        return jobs.isAllDone() && !outbox.hasResults() ? outbox.finish() : outbox.deliver();
    }

    /** Whether there is a message to send now. */
    boolean hasNext(boolean hurry) {
        if (outbox.isOutstanding()) {
            return false;
        }
        if (outbox.sequence() == 0 || outbox.isReturnDue()) {
            return true;
        }
        if (jobs.isAllDone()) {
            return outbox.hasResults() || !outbox.isFinishSent();
        }
        return !outbox.isEmpty() && (outbox.isQuiet() || hurry);
    }

    /** Whether the owner has to speak before the run can go on to its end. */
    boolean awaitsOwner() {
        boolean open = outbox.isReturning() || !outbox.isQuiet() || flow.awaitsGrants();
        return open && outbox.sequence() > 0 && !outbox.isOutstanding();
    }

    /** Whether only the answer to the farewell is awaited. */
    boolean awaitsFarewell() {
        return outbox.isFinishSent() && !outbox.isOutstanding();
    }

    /** Asks for the answers again. */
    WorkspaceMessage remind() {
        return outbox.remind();
    }

    /** The farewell again, for an owner that may have been terminated before it answered, or has asked a run that is over. */
    WorkspaceMessage repeatFarewell() {
        return outbox.repeatFinish();
    }

    /** Whether the run speaks in the name of an execution already. */
    boolean hasEpoch() {
        return outbox.hasEpoch();
    }

    /** Temporal has set the run back: jobs may find files that they made before. */
    void wasReset() {
        outbox.wasReset();
    }

    boolean isReset() {
        return outbox.isReset();
    }
}
