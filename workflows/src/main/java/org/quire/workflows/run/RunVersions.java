package org.quire.workflows.run;

/** Limits and versions of the run's logic. A change of logic gets a version constant here that says what changed. */
final class RunVersions {

    /** Events in one execution's history after which the run continues as new; Temporal warns at 10,240. */
    static final long CONTINUE_AFTER_EVENTS = 8_000;

    private RunVersions() {}
}
