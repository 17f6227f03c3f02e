package org.quire.workflows.run;

/**
 * How much one execution of a run may still begin before it continues as new. Temporal warns at 10,240 events and 10 MB of history and
 * ends a workflow at 51,200 and 50 MB; jobs in flight will still add events, so room is kept for each.
 *
 * @param events of history that the run stays below; at least {@value #LEAST}
 * @param bytes of history from which on nothing is begun
 */
record EventBudget(long events, long bytes) {

    static final EventBudget STANDARD = new EventBudget(9_500, 8L * 1024 * 1024);

    /**
     * Of an execution that Temporal itself was asked to cancel: it can't continue as new any more, since Temporal's SDK would end
     * it as cancelled instead. Nothing new is started then, so only callbacks and the jobs in flight need room.
     */
    static final EventBudget AFTER_CANCELLATION = new EventBudget(20_000, 40L * 1024 * 1024);

    /** A job's own three events, its share of messages and answers, a callback, and the workflow tasks between them. */
    static final int EVENTS_PER_JOB = 12;

    /** What fetching its input files adds to a job: three events of its own, and a workflow task. */
    static final int EVENTS_PER_FETCH = 6;

    /** As {@link #EVENTS_PER_JOB}, of a job that is handed out: hand-out, its cancellation, collection and a removal are activities of their own. */
    static final int EVENTS_PER_EXTERNAL_JOB = 30;

    /** A fresh execution must have room for something, or the run would continue as new for ever. */
    static final int LEAST = 50;

    EventBudget {
        if (events < LEAST) {
            throw new IllegalArgumentException(
                    "Expected a budget of at least " + LEAST + " events, but got " + events + ".");
        }
    }

    /**
     * How many jobs or callbacks may be begun now.
     *
     * @param eventsPerJob the most that a job of this run adds
     */
    int room(long historyEvents, long historyBytes, int begun, int eventsPerJob) {
        if (historyBytes >= bytes) {
            return 0;
        }
        long room = (events - historyEvents) / eventsPerJob - begun;
        return (int) Math.max(0, Math.min(room, Integer.MAX_VALUE));
    }

    /** The most that a job of a run adds to its history. */
    static int eventsPerJob(RunPlan plan) {
        return (plan.hasExternalStep() ? EVENTS_PER_EXTERNAL_JOB : EVENTS_PER_JOB)
                + (plan.fetch() == null ? 0 : EVENTS_PER_FETCH);
    }
}
