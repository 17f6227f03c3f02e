package org.quire.activities.process;

/** The sign of life that whoever waits for a process gives several times a second. */
@FunctionalInterface
public interface Pulse {

    /** @throws RuntimeException if the wait is to be given up and the process to be ended */
    void beat();
}
