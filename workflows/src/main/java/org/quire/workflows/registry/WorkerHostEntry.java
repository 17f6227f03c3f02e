package org.quire.workflows.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.Agent;

/**
 * What one worker host says of itself: a JSON file in the data folder, written anew every few seconds and removed at an orderly end.
 *
 * @param host unique among worker hosts
 * @param refreshedAt when it was written; an entry older than {@link #STALE_AFTER} does not count
 */
public record WorkerHostEntry(String host, Instant refreshedAt, List<Processor> processors) {

    public static final Duration STALE_AFTER = Duration.ofSeconds(30);

    /**
     * One processor that the host runs.
     *
     * @param name the executable's name, {@code ocrd-…}
     * @param tool its entry of {@code ocrd-tool.json}, verbatim
     * @param timeout longest time that one attempt may take
     * @param warm whether it runs warm
     * @param instances how many jobs the host runs of it at once
     * @param agent who runs its jobs; null, as in files of older hosts: the host itself
     */
    public record Processor(
            String name,
            ObjectNode tool,
            Duration timeout,
            boolean warm,
            int instances,
            @Nullable Agent agent) {

        /** A processor that the host runs itself. */
        public Processor(String name, ObjectNode tool, Duration timeout, boolean warm, int instances) {
            this(name, tool, timeout, warm, instances, Agent.WORKER);
        }

        public Agent agentOrWorker() {
            return agent == null ? Agent.WORKER : agent;
        }
    }

    public boolean isLive(Instant now) {
        return refreshedAt.plus(STALE_AFTER).isAfter(now);
    }
}
