package org.quire.cli;

import org.quire.workflows.run.RunState;

/** What the command's exit code says; part of its interface. */
final class ExitCodes {

    static final int SUCCESS = 0;
    static final int FAILED = 1;
    /** What was asked for can't be done as it was asked; nothing was started. */
    static final int BAD_INPUT = 2;

    static final int CANCELLED = 3;
    /** No server or no engine, or a fault of Quire's own: the run may be going on. */
    static final int UNKNOWN = 4;

    private ExitCodes() {}

    static int of(RunState state) {
        return switch (state) {
            case SUCCESS -> SUCCESS;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case QUEUED, RUNNING -> UNKNOWN;
        };
    }
}
