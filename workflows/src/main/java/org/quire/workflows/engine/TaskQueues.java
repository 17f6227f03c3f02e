package org.quire.workflows.engine;

import org.quire.workflows.job.Agent;

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
        return of(Agent.WORKER, processor);
    }

    /** The queue of the jobs that agents of one kind run; a worker host takes from it only what it can do. */
    public static String of(Agent agent, String processor) {
        return switch (agent) {
            case WORKER -> "ocrd/" + processor;
            case EXTERNAL -> "ocrd-external/" + processor;
            case SERVER -> "ocrd-server/" + processor;
        };
    }
}
