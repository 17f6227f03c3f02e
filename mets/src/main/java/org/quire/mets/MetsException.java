package org.quire.mets;

/** A {@code mets.xml} that can't be used as it is: the message names the file, the place and what to do. */
public final class MetsException extends RuntimeException {

    public MetsException(String message) {
        super(message);
    }

    public MetsException(String message, Throwable cause) {
        super(message, cause);
    }
}
