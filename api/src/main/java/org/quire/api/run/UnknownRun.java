package org.quire.api.run;

/** There is and was no such run. */
public final class UnknownRun extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownRun(String id) {
        super("Workflow job with id '" + id + "' not found.");
    }
}
