package org.quire.activities.catalogue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the Processor Servers of one processor are and how they are used.
 *
 * @param urls base addresses, at least one
 * @param database the MongoDB that they share, {@code mongodb://…}
 * @param instances how many jobs each is given at once, at least 1; a server works at one at a time
 * @param timeout longest time that one attempt may take, waiting in the server included; positive
 * @param tool a file with the processor's tool description, for servers that can't give it; null: they are asked
 */
public record ServerSettings(
        List<URI> urls,
        URI database,
        int instances,
        Duration timeout,
        @Nullable Path tool) {

    public ServerSettings {
        urls = List.copyOf(urls);
        if (urls.isEmpty() || instances < 1) {
            throw new IllegalArgumentException(
                    "Expected at least 1 server and 1 instance but got " + urls.size() + " and " + instances);
        }
    }

    /** One more server of the same processor. */
    ServerSettings and(ServerSettings other) {
        List<URI> all = new ArrayList<>(urls);
        all.addAll(other.urls);
        return new ServerSettings(all, database, instances, timeout, tool);
    }
}
