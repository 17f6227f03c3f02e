package org.quire.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** SIGTERM, SIGINT and SIGHUP as an orderly end in place of the process's, while this is open. */
final class EndSignals implements AutoCloseable {

    private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();

    EndSignals(Runnable end) {
        for (String name : new String[] {"TERM", "INT", "HUP"}) {
            Signal signal = new Signal(name);
            before.put(signal, Signal.handle(signal, received -> end.run()));
        }
    }

    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
