package org.quire.cli.server;

import org.springframework.boot.logging.LoggingSystem;

/** The log before a server has set it up. */
public final class Logs {

    private Logs() {}

    /** Keeps libraries silent until an application configures logging; without it they would log everything to the console. */
    public static void quiet() {
        LoggingSystem.get(Logs.class.getClassLoader()).beforeInitialize();
    }
}
