package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.activities.catalogue.ToolAnswer.Described;
import org.quire.activities.catalogue.ToolAnswer.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the processors of this machine and learns what they are. An executable that gives no tool description is not hosted, and
 * one line in the log says why.
 */
public final class ProcessorCatalogue {

    /** Importing a large Python package on a cold disk takes long; a tool that takes longer hangs. */
    private static final Duration DUMP_TIMEOUT = Duration.ofSeconds(60);

    /** Asking is mostly Python's imports: more at once would only make each slower on a small machine. */
    private static final int ASKED_AT_ONCE = 2;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessorCatalogue.class);

    private final WorkerConfig config;
    private final ExecutableSearch search;
    private final ToolCache cache;
    private final WarmProbe probe;
    private final ToolDump dump = new ToolDump(DUMP_TIMEOUT);
    private final Clock clock = Clock.systemUTC();

    /**
     * @param folders searched first, in this order
     * @param pathVariable the value of {@code PATH}, searched next
     * @param cacheFolder where answers are kept
     */
    public ProcessorCatalogue(
            WorkerConfig config, List<Path> folders, String pathVariable, Path cacheFolder, WarmProbe probe) {
        this.config = config;
        this.search = ExecutableSearch.of(folders, pathVariable);
        this.cache = new ToolCache(cacheFolder);
        this.probe = probe;
    }

    /** The processors to host, by name. Takes about a second for each that isn't known yet, else milliseconds. */
    public List<HostedProcessor> find() {
        Map<String, Path> executables = executables();
        List<HostedProcessor> described = describedByFile();
        described.forEach(processor -> executables.remove(processor.name()));
        ExecutorService asking = Executors.newFixedThreadPool(ASKED_AT_ONCE);
        try {
            List<Future<Optional<HostedProcessor>>> answers = executables.entrySet().stream()
                    .map(entry -> asking.submit(() -> describe(entry.getKey(), entry.getValue())))
                    .toList();
            return Stream.concat(
                            described.stream(),
                            answers.stream().map(ProcessorCatalogue::await).flatMap(Optional::stream))
                    .sorted(Comparator.comparing(HostedProcessor::name))
                    .toList();
        } finally {
            asking.shutdownNow();
        }
    }

    private Map<String, Path> executables() {
        Map<String, Path> executables = new TreeMap<>(search.find());
        executables.keySet().removeIf(name -> !config.hosts(name));
        config.processors().forEach((name, settings) -> {
            Path configured = settings.executable();
            if (configured != null) {
                executables.put(name, configured);
            } else if (!executables.containsKey(name) && settings.tool() == null) {
                LOG.warn("{} is not hosted: it is configured, but no executable of this name was found", name);
            }
        });
        return executables;
    }

    /** Processors that are run outside and whose description lies here; this machine need not have them. */
    private List<HostedProcessor> describedByFile() {
        List<HostedProcessor> described = new ArrayList<>();
        config.processors().forEach((name, settings) -> {
            if (settings.tool() != null) {
                switch (ToolFile.read(settings.tool(), name)) {
                    case Described tool ->
                        described.add(new HostedProcessor(name, settings.executable(), tool.tool(), settings, false));
                    case Refused refused -> LOG.warn("{} is not hosted: {}", name, refused.reason());
                }
            }
        });
        return described;
    }

    private Optional<HostedProcessor> describe(String name, Path executable) {
        ProcessorSettings settings = config.settingsOf(name);
        try {
            if (!ExecutableSearch.isExecutable(executable)) {
                return notHosted(name, executable, "it is not an executable file");
            }
            String stamp = ToolCache.stamp(executable, settings.environment());
            ToolCache.Entry entry = cache.find(executable, stamp, clock.instant())
                    .map(known -> tried(executable, settings, known))
                    .orElseGet(() -> ask(executable, stamp, settings));
            if (entry.tool() == null) {
                return notHosted(name, executable, String.valueOf(entry.refusal()));
            }
            boolean warm = isWarm(settings, entry);
            // Outside, the processor's path is another one, unless the configuration says which.
            Path called = settings.mode() == ProcessorMode.EXTERNAL ? settings.executable() : executable;
            return Optional.of(new HostedProcessor(name, called, entry.tool(), settings, warm));
        } catch (IOException e) {
            return notHosted(name, executable, e.toString());
        }
    }

    /** A process that can be kept alive says all there is to know, so that only the others are asked for their description. */
    private ToolCache.Entry ask(Path executable, String stamp, ProcessorSettings settings) {
        Instant now = clock.instant();
        Boolean warm = null;
        if (settings.mode() == ProcessorMode.AUTO) {
            Trial trial = tryWarm(executable, settings);
            warm = trial.warm();
            if (trial.tool() != null) {
                return keep(
                        executable, new ToolCache.Entry(executable.toString(), stamp, now, trial.tool(), null, warm));
            }
        }
        return switch (dump.ask(executable, settings.environment())) {
            case Described described ->
                keep(executable, new ToolCache.Entry(executable.toString(), stamp, now, described.tool(), null, warm));
            case Refused refused -> {
                var entry = new ToolCache.Entry(executable.toString(), stamp, now, null, refused.reason(), null);
                yield refused.lasting() ? keep(executable, entry) : entry;
            }
        };
    }

    private static boolean isWarm(ProcessorSettings settings, ToolCache.Entry entry) {
        return switch (settings.mode()) {
            case WARM -> true;
            case COLD, EXTERNAL -> false;
            case AUTO -> Boolean.TRUE.equals(entry.warm());
        };
    }

    /** What an earlier start could not find out is tried again. */
    private ToolCache.Entry tried(Path executable, ProcessorSettings settings, ToolCache.Entry known) {
        if (settings.mode() != ProcessorMode.AUTO || known.tool() == null || known.warm() != null) {
            return known;
        }
        Boolean warm = tryWarm(executable, settings).warm();
        return warm == null ? known : keep(executable, known.withWarm(warm));
    }

    /**
     * @param tool its description, if it can run warm
     * @param warm null: that was not found out
     */
    private record Trial(
            @Nullable ObjectNode tool, @Nullable Boolean warm) {}

    private Trial tryWarm(Path executable, ProcessorSettings settings) {
        try {
            return probe.warmTool(executable, settings.environment())
                    .map(tool -> new Trial(tool, true))
                    .orElseGet(() -> new Trial(null, false));
        } catch (RuntimeException e) {
            LOG.warn("{} runs cold: whether it can run warm was not found out: {}", executable, e.toString());
            return new Trial(null, null);
        }
    }

    private ToolCache.Entry keep(Path executable, ToolCache.Entry entry) {
        cache.keep(executable, entry);
        return entry;
    }

    private static Optional<HostedProcessor> notHosted(String name, Path executable, String reason) {
        LOG.warn("{} ({}) is not hosted: {}", name, executable, reason);
        return Optional.empty();
    }

    private static Optional<HostedProcessor> await(Future<Optional<HostedProcessor>> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The search for processors was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected an answer of each processor but " + e.getCause(), e);
        }
    }
}
