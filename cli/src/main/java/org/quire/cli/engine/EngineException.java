package org.quire.cli.engine;

/** There is no engine to work with; the message is a sentence for people. */
public final class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EngineException(String message) {
        super(message);
    }

    public EngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
