package org.quire.activities.server;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** The databases of Processor Servers, one connection pool for each address. Thread-safe. */
public final class ServerDatabases implements AutoCloseable {

    private final Map<URI, ServerDatabase> open = new HashMap<>();

    public synchronized ServerDatabase at(URI address) {
        return open.computeIfAbsent(address, ServerDatabase::new);
    }

    @Override
    public synchronized void close() {
        open.values().forEach(ServerDatabase::close);
        open.clear();
    }
}
