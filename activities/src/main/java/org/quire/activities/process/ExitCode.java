package org.quire.activities.process;

/** An exit code as Java and shells give it: 128 + n stands for the end by signal n. */
public record ExitCode(int value) {

    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;

    public boolean isSuccess() {
        return value == 0;
    }

    /** Codes above the last signal, such as 255, are a program's own. */
    public boolean isSignal() {
        return value > SIGNAL_BASE && value <= SIGNAL_BASE + LAST_SIGNAL;
    }

    @Override
    public String toString() {
        return isSignal() ? "signal " + (value - SIGNAL_BASE) : "exit code " + value;
    }
}
