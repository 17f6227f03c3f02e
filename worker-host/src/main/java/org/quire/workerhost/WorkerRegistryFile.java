package org.quire.workerhost;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.quire.activities.catalogue.HostedProcessor;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Agent;
import org.quire.workflows.registry.WorkerHostEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the API which processors this host runs, by a file that is written anew while the host lives. Readers never see half of it. */
final class WorkerRegistryFile implements AutoCloseable {

    /** Well below {@link WorkerHostEntry#STALE_AFTER}, so that one slow write doesn't make the host disappear. */
    static final Duration REFRESH = Duration.ofSeconds(5);

    /** Files this old are of hosts that were killed; nobody reads them. */
    private static final Duration LEFTOVER_AFTER = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(WorkerRegistryFile.class);

    private final HostName host;
    private final List<WorkerHostEntry.Processor> processors;
    private final Supplier<List<WorkerHostEntry.Processor>> servers;
    private final Path file;
    private final Path written;
    private final Clock clock;
    private final ScheduledExecutorService refresher = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("worker-registry").factory());

    private WorkerRegistryFile(
            Path folder,
            HostName host,
            List<HostedProcessor> hosted,
            Supplier<List<WorkerHostEntry.Processor>> servers,
            Clock clock) {
        this.host = host;
        this.processors = hosted.stream().map(WorkerRegistryFile::entry).toList();
        this.servers = servers;
        this.file = folder.resolve(host.value() + ".json");
        this.written = folder.resolve(host.value() + ".part");
        this.clock = clock;
    }

    /**
     * Writes the file and keeps it fresh until closed.
     *
     * @param servers the processors whose Processor Servers are there, asked at each writing
     * @throws UncheckedIOException if the first writing fails: the host would work unseen
     */
    static WorkerRegistryFile open(
            Path folder,
            HostName host,
            List<HostedProcessor> hosted,
            Supplier<List<WorkerHostEntry.Processor>> servers,
            Duration refresh,
            Clock clock) {
        var registry = new WorkerRegistryFile(folder, host, hosted, servers, clock);
        try {
            Files.createDirectories(folder);
            registry.removeLeftovers(folder);
            registry.write();
        } catch (IOException e) {
            registry.refresher.shutdownNow();
            throw new UncheckedIOException("The worker host can't write to " + folder, e);
        }
        registry.refresher.scheduleWithFixedDelay(
                registry::refresh, refresh.toMillis(), refresh.toMillis(), TimeUnit.MILLISECONDS);
        return registry;
    }

    private static WorkerHostEntry.Processor entry(HostedProcessor processor) {
        return new WorkerHostEntry.Processor(
                processor.name(),
                processor.tool(),
                processor.settings().timeout(),
                processor.warm(),
                processor.settings().instances(),
                processor.isExternal() ? Agent.EXTERNAL : Agent.WORKER);
    }

    private void refresh() {
        try {
            write();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} could not be written; without it no new work comes to this host: {}", file, e.toString());
        }
    }

    private synchronized void write() throws IOException {
        if (refresher.isShutdown()) {
            return;
        }
        List<WorkerHostEntry.Processor> all =
                Stream.concat(processors.stream(), servers.get().stream()).toList();
        QuireData.mapper().writeValue(written.toFile(), new WorkerHostEntry(host.value(), clock.instant(), all));
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void removeLeftovers(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path old : files.filter(this::isLeftover).toList()) {
                Files.deleteIfExists(old);
            }
        }
    }

    private boolean isLeftover(Path candidate) {
        try {
            return Files.isRegularFile(candidate)
                    && Files.getLastModifiedTime(candidate)
                            .toInstant()
                            .isBefore(clock.instant().minus(LEFTOVER_AFTER));
        } catch (IOException e) {
            return false;
        }
    }

    /** Takes the host off the list. */
    @Override
    public synchronized void close() {
        refresher.shutdownNow();
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(written);
        } catch (IOException e) {
            LOG.warn("{} could not be removed; it is ignored when it is stale: {}", file, e.toString());
        }
    }
}
