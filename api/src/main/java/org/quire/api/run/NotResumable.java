package org.quire.api.run;

/** The run goes on, has nothing left to do or was resumed before. */
public final class NotResumable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotResumable(String message) {
        super(message);
    }
}
