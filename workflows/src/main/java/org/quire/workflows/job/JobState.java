package org.quire.workflows.job;

/** States of a job, with the names that OCR-D clients know. Terminal ones never change. */
public enum JobState {
    /** Waits for pages, dependencies or earlier steps. */
    CACHED('c'),
    /** Handed to Temporal, not yet taken by a worker. */
    QUEUED('q'),
    RUNNING('r'),
    SUCCESS('S'),
    FAILED('F'),
    CANCELLED('X');

    private final char code;

    JobState(char code) {
        this.code = code;
    }

    /** One letter, for compact lists of states. */
    public char code() {
        return code;
    }

    public boolean isTerminal() {
        return this == SUCCESS || this == FAILED || this == CANCELLED;
    }

    /** Whether a job in this state may go over to the next one; nothing leaves a terminal state. */
    public boolean mayBecome(JobState next) {
        return switch (this) {
            case CACHED -> next == QUEUED || next == CANCELLED;
            case QUEUED -> next == RUNNING || next.isTerminal();
            case RUNNING -> next.isTerminal();
            case SUCCESS, FAILED, CANCELLED -> false;
        };
    }

    public static JobState ofCode(char code) {
        for (JobState state : values()) {
            if (state.code == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("Expected the letter of a job state, but got '" + code + "'.");
    }
}
