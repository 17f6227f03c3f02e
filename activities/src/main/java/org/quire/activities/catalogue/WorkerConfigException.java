package org.quire.activities.catalogue;

import java.nio.file.Path;

/** A worker configuration that can't be used; the message names the file, the line and the column. */
public final class WorkerConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WorkerConfigException(Path file, int line, int column, String message) {
        super("%s:%d:%d: %s".formatted(file, line, column, message));
    }

    WorkerConfigException(Path file, String message, Throwable cause) {
        super(file + ": " + message, cause);
    }
}
