package org.quire.activities.process;

/** What ties a process to whoever waits for its end. */
@FunctionalInterface
public interface Pulse {

    /**
     * Gives the sign of life that is due several times a second.
     *
     * @throws RuntimeException if the wait is to be given up and the process to be ended
     */
    void beat();

    /**
     * Makes sure that somebody still waits, since this machine may have slept since anybody looked: right before and after a process is
     * started or handed its work. Costs next to nothing on a machine that is awake.
     *
     * @throws RuntimeException if not
     */
    default void mustStillCount() {
        beat();
    }
}
