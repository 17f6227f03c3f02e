package org.quire.systemtests.chaos;

/** What is done to a running Quire. */
enum Fault {
    KILL_WORKER_HOST("kill -9 of a worker host", true, 9),
    KILL_WARM_PROCESSOR("kill -9 of a warm processor", true, 8),
    KILL_API("kill -9 of the REST server", true, 5),
    KILL_TEMPORAL("kill -9 of the Temporal server", true, 5),
    KILL_ALL("kill -9 of all at once", true, 3),
    PAUSE_WORKER_HOST("a worker host asleep for longer than its heartbeat timeout", false, 2),
    FULL_WHILE_PUBLISHING("disk full while publishing", false, 2),
    FULL_WHILE_COMMITTING("disk full while committing", false, 2),
    METS_CHANGED("mets.xml changed by somebody else in mid-commit", false, 4);

    private final String words;
    private final boolean kill;
    private final int share;

    Fault(String words, boolean kill, int share) {
        this.words = words;
        this.kill = kill;
        this.share = share;
    }

    String words() {
        return words;
    }

    boolean isKill() {
        return kill;
    }

    /** How many of it come with 30 kills. */
    int share() {
        return share;
    }
}
