package org.quire.api.run;

/** A run that has ended can't be cancelled or stopped. */
public final class RunEnded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RunEnded(RunSnapshot run) {
        super("Expected a run that goes on, but run " + run.plan().runId() + " has ended with " + run.state() + ".");
    }
}
