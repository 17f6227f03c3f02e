package org.quire.api.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.registry.WorkerHostEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The processors that live worker hosts offer, read anew from their files at each call. Stale entries don't count. */
@Component
public class ProcessorRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessorRegistry.class);

    private static final Comparator<WorkerHostEntry.Processor> BEST_FIRST = Comparator.comparing(
                    WorkerHostEntry.Processor::agentOrWorker)
            .thenComparing(
                    Comparator.comparing(WorkerHostEntry.Processor::timeout).reversed());

    private final Path folder;
    private final Clock clock;

    ProcessorRegistry(DataLayout layout, Clock clock) {
        this.folder = layout.workers();
        this.clock = clock;
    }

    /** The names of all processors for which any live agent is there, sorted. */
    public List<String> names() {
        return entries().stream()
                .flatMap(entry -> entry.processors().stream())
                .map(WorkerHostEntry.Processor::name)
                .distinct()
                .sorted()
                .toList();
    }

    /** Every processor with a live worker; see {@link #live(AgentType)}. */
    public Map<String, WorkerHostEntry.Processor> live() {
        return live(AgentType.WORKER);
    }

    /**
     * Every processor with a live agent of the type once, by name; of several hosts' entries one that the host runs itself rather than
     * hands out, and of those the one with the longest timeout.
     */
    public Map<String, WorkerHostEntry.Processor> live(AgentType type) {
        var processors = new TreeMap<String, WorkerHostEntry.Processor>();
        for (WorkerHostEntry entry : entries()) {
            for (WorkerHostEntry.Processor processor : entry.processors()) {
                if (type.includes(processor.agentOrWorker())) {
                    processors.merge(processor.name(), processor, BinaryOperator.minBy(BEST_FIRST));
                }
            }
        }
        return processors;
    }

    private List<WorkerHostEntry> entries() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var entries = new ArrayList<WorkerHostEntry>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .forEach(file -> read(file).ifPresent(entries::add));
        } catch (IOException e) {
            LOG.warn("The list of workers in {} can't be read: {}", folder, e.toString());
        }
        return entries;
    }

    private Optional<WorkerHostEntry> read(Path file) {
        try {
            return Optional.of(QuireData.mapper().readValue(file.toFile(), WorkerHostEntry.class))
                    .filter(entry -> entry.isLive(clock.instant()));
        } catch (IOException e) {
            // A host that ends removes its file at any time; a file that is no entry must not hide the others.
            LOG.debug("Ignored {}: {}", file, e.toString());
            return Optional.empty();
        }
    }
}
