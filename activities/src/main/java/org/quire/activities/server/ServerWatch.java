package org.quire.activities.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.activities.catalogue.ToolFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the Processor Servers of one processor are there, and what they say of it. A server that has described itself once counts as
 * there as long as it takes connections, since it answers nobody while it works.
 */
public final class ServerWatch {

    private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);

    /** How long a description holds; a server that was replaced meanwhile has another. */
    private static final Duration DESCRIPTION_HOLDS = Duration.ofMinutes(1);

    private final String processor;
    private final List<ProcessorServer> servers;
    private final @Nullable Path toolFile;
    private final Clock clock;
    private @Nullable ObjectNode tool;
    private Instant learned = Instant.EPOCH;
    private boolean there;
    private String said = "";

    /** @param toolFile the processor's description where its servers can't give it; null: they are asked */
    public ServerWatch(String processor, List<ProcessorServer> servers, @Nullable Path toolFile, Clock clock) {
        this.processor = processor;
        this.servers = List.copyOf(servers);
        this.toolFile = toolFile;
        this.clock = clock;
    }

    /** Looks again; takes some seconds if servers are busy or gone. */
    public void look() throws InterruptedException {
        Optional<ProcessorServer> first =
                servers.stream().filter(ProcessorServer::isThere).findFirst();
        if (first.isEmpty()) {
            become(
                    false,
                    "none of " + servers.stream().map(ProcessorServer::url).toList() + " takes connections");
            // Who comes back may be somebody else.
            forget();
            return;
        }
        if (isDescribed() || describe(first.get())) {
            become(true, "");
        }
    }

    private synchronized void forget() {
        learned = Instant.EPOCH;
    }

    private synchronized boolean isDescribed() {
        return tool != null && learned.plus(DESCRIPTION_HOLDS).isAfter(clock.instant());
    }

    /** @return whether a description is known, now or from before */
    private boolean describe(ProcessorServer server) throws InterruptedException {
        try {
            ObjectNode found = toolFile == null ? server.info() : ToolFile.describe(toolFile, processor);
            synchronized (this) {
                tool = found;
                learned = clock.instant();
            }
            return true;
        } catch (IOException e) {
            if (isKnownAndThere()) {
                return true;
            }
            become(false, String.valueOf(e.getMessage() == null ? e : e.getMessage()));
            return false;
        }
    }

    private synchronized boolean isKnownAndThere() {
        return tool != null && there;
    }

    private synchronized void become(boolean isThere, String why) {
        if (isThere != there || !why.equals(said)) {
            if (isThere) {
                LOG.info("The Processor Server of {} is there", processor);
            } else {
                LOG.warn("{} has no Processor Server now: {}", processor, why);
            }
        }
        there = isThere;
        said = why;
    }

    /** The processor's description; empty while no server is there. */
    public synchronized Optional<ObjectNode> tool() {
        return there ? Optional.ofNullable(tool) : Optional.empty();
    }
}
