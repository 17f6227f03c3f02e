package org.quire.workflows.run;

/**
 * The versions of the run's workflow logic. A change that alters the order of commands gets a named change id here and a
 * {@code Workflow.getVersion} at the place it alters; runs that began before keep the old way.
 */
final class RunVersions {

    /** From version 1 on, a job's callback waits until its result is in {@code mets.xml}; before, it left when the job ended. */
    static final String CALLBACKS_AFTER_COMMIT = "callbacks-after-commit";

    /** What the recorded histories of this state are named after. */
    static final String HISTORIES = "v1";

    private RunVersions() {}
}
