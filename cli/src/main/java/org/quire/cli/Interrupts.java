package org.quire.cli;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Ctrl-C as an event instead of the process's end, while this is open. */
final class Interrupts implements AutoCloseable {

    private static final Signal INT = new Signal("INT");

    private final Semaphore pressed = new Semaphore(0);
    private final SignalHandler before;

    Interrupts() {
        before = Signal.handle(INT, signal -> pressed.release());
    }

    /** @return whether Ctrl-C was pressed since the last call or within this time */
    boolean await(Duration time) {
        try {
            return pressed.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        Signal.handle(INT, before);
    }
}
