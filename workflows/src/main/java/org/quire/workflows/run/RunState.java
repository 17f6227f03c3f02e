package org.quire.workflows.run;

/** States of a run. Terminal ones never change. */
public enum RunState {
    /** Nothing has started yet. */
    QUEUED,
    RUNNING,
    SUCCESS,
    FAILED,
    CANCELLED;

    public boolean isTerminal() {
        return this == SUCCESS || this == FAILED || this == CANCELLED;
    }

    /** Whether a run in this state may go over to the next one; nothing leaves a terminal state. */
    public boolean mayBecome(RunState next) {
        return switch (this) {
            // A run succeeds only by jobs that succeeded, so it was RUNNING before.
            case QUEUED -> next == RUNNING || next == FAILED || next == CANCELLED;
            case RUNNING -> next.isTerminal();
            case SUCCESS, FAILED, CANCELLED -> false;
        };
    }
}
