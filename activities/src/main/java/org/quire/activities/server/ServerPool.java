package org.quire.activities.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Servers of one processor, each taken by so many jobs at once as it may have. Thread-safe. */
public final class ServerPool {

    private final Deque<ProcessorServer> free = new ArrayDeque<>();

    /** @param instances how many jobs each may have at once, at least 1 */
    public ServerPool(List<ProcessorServer> servers, int instances) {
        for (int i = 0; i < instances; i++) {
            free.addAll(servers);
        }
    }

    /** A free server that takes connections, to be given back; empty if there is none now. */
    public Optional<ProcessorServer> take() {
        int tries = size();
        for (int i = 0; i < tries; i++) {
            ProcessorServer server = poll();
            if (server == null) {
                return Optional.empty();
            }
            if (server.isThere()) {
                return Optional.of(server);
            }
            give(server);
        }
        return Optional.empty();
    }

    private synchronized int size() {
        return free.size();
    }

    private synchronized @Nullable ProcessorServer poll() {
        return free.poll();
    }

    public synchronized void give(ProcessorServer server) {
        free.add(server);
    }
}
