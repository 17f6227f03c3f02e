package org.quire.systemtests.chaos;

import java.util.function.Supplier;
import org.quire.systemtests.harness.ChildProcess;

/** A process that is started again when it has ended, as a service manager does. Thread-safe. */
final class Service implements AutoCloseable {

    private final String name;
    private final Supplier<ChildProcess> starter;
    private ChildProcess process;
    private boolean wanted = true;
    private int endedByItself;

    /** @param process that runs now */
    Service(String name, ChildProcess process, Supplier<ChildProcess> starter) {
        this.name = name;
        this.process = process;
        this.starter = starter;
    }

    String name() {
        return name;
    }

    /** {@code kill -9}; it stays away until it is started. */
    synchronized void kill() {
        wanted = false;
        process.killNow();
        process.close();
    }

    synchronized void start() {
        wanted = true;
        process = starter.get();
    }

    /** Starts it again if it has ended though nobody has killed it. */
    synchronized void tend() {
        if (wanted && !process.isAlive()) {
            endedByItself++;
            process.close();
            start();
        }
    }

    /** How often it has ended though nobody has killed it. */
    synchronized int endedByItself() {
        return endedByItself;
    }

    /** @param signal such as {@code STOP} */
    synchronized void signal(String signal) {
        process.signal(signal);
    }

    synchronized boolean isAlive() {
        return process.isAlive();
    }

    synchronized long pid() {
        return process.pid();
    }

    @Override
    public synchronized void close() {
        wanted = false;
        process.close();
    }
}
