package org.quire.api.engine;

/** Temporal, or every worker that could answer, can't be reached now; the same request may work later. */
public final class EngineUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EngineUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
