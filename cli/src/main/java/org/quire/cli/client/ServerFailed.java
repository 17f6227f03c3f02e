package org.quire.cli.client;

/** The server can't be reached or can't answer now; another try may help. */
public final class ServerFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ServerFailed(String message) {
        super(message);
    }

    ServerFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
