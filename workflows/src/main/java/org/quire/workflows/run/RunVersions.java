package org.quire.workflows.run;

/**
 * The versions of the run's workflow logic. A change that alters the order of commands gets a named change id here and a
 * {@code Workflow.getVersion} at the place it alters; runs that began before keep the old way.
 */
final class RunVersions {

    /** What histories recorded now are named after. */
    static final String HISTORIES = "v2";

    /**
     * From 1 on a run that starts nothing new calls back the jobs that no worker has taken, asks the workspace's owner again when it
     * hears nothing, registers again when the owner asks for it, and notices when Temporal has set it back.
     */
    static final String ENDINGS = "endings";

    /** From version 1 on, a job's callback waits until its result is in {@code mets.xml}; before, it left when the job ended. */
    static final String CALLBACKS_AFTER_COMMIT = "callbacks-after-commit";

    private RunVersions() {}
}
