package org.quire.workflows.run;

/**
 * The versions of the run's workflow logic. A change that alters the order of commands gets a named change id here and a
 * {@code Workflow.getVersion} at the place it alters; runs that began before keep the old way. None has been needed yet.
 */
final class RunVersions {

    /** What the recorded histories of this state are named after. */
    static final String HISTORIES = "v1";

    private RunVersions() {}
}
