package org.quire.workflows.engine;

/** Names of Temporal task queues. */
public final class TaskQueues {

    /** Workflows, and the activities that need no processor: commits, messages, reports, callbacks. */
    public static final String ENGINE = "quire";

    /**
     * Fetches of remote input files. A queue of its own: on the engine's, image servers that hang would hold up commits; on a
     * processor's, they would hold up jobs whose files are there.
     */
    public static final String FETCH = "quire/fetch";

    private TaskQueues() {}

    /** The queue of one processor's jobs. */
    public static String ofProcessor(String processor) {
        return "ocrd/" + processor;
    }
}
