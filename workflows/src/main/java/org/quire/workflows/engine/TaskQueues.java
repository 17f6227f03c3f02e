package org.quire.workflows.engine;

/** Names of Temporal task queues. */
public final class TaskQueues {

    /** Workflows, and the activities that need no processor: commits, messages, reports, callbacks. */
    public static final String ENGINE = "quire";

    private TaskQueues() {}

    /** The queue of one processor's jobs. */
    public static String ofProcessor(String processor) {
        return "ocrd/" + processor;
    }
}
