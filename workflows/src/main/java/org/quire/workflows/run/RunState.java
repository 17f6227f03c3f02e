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
}
