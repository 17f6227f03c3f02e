package org.quire.api.run;

/** There is and was no such job. */
public final class UnknownJob extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownJob(String id) {
        // The words of OCR-D's server.
        super("Processing job with id '" + id + "' not existing.");
    }
}
