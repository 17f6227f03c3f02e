package org.quire.activities.warm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Pulse;

/**
 * Runs jobs in processes that stay alive. A process takes one job at a time, and of one processor there are never more
 * than its instances. Thread-safe.
 */
public final class WarmPool implements AutoCloseable {

    /** Sets of parameters that one process keeps set up, so that two alternating steps don't load models again and again. */
    private static final int CACHE = 2;

    private static final Pulse NO_PULSE = () -> {};

    private final WarmStarter starter;
    private final WarmSlots slots;

    /**
     * How much is kept.
     *
     * @param idle processes of all processors together that may wait for a job; the least recently used is ended beyond that
     * @param jobsPerProcess after so many jobs a process is replaced, at least 1
     * @param startTimeout longest time that imports may take
     */
    public record Limits(int idle, int jobsPerProcess, Duration startTimeout) {

        public Limits {
            if (idle < 0 || jobsPerProcess < 1) {
                throw new IllegalArgumentException("Expected at least 0 idle processes and 1 job per process, but got "
                        + idle + " and " + jobsPerProcess + ".");
            }
        }
    }

    public WarmPool(Limits limits) {
        this.starter = new WarmStarter(CACHE, limits.startTimeout());
        this.slots = new WarmSlots(limits);
    }

    /**
     * Finds out by trying, which takes a second or more, and leaves no process behind.
     *
     * @throws IOException if that could not be found out this time
     */
    public WarmSupport probe(Path executable, Map<String, String> environment)
            throws IOException, InterruptedException {
        var setup = new ProcessorSetup(executable.getFileName().toString(), executable, environment, 1);
        Path log = Files.createTempFile("quire-probe", ".log");
        try {
            return switch (starter.start(setup, log, NO_PULSE)) {
                case WarmStarter.Start.Refused refused -> new WarmSupport.Refused(refused.reason());
                case WarmStarter.Start.Ready ready -> {
                    ready.process().dismiss();
                    yield new WarmSupport.Supported(
                            ready.greeting().path("version").asText(),
                            (ObjectNode) ready.greeting().path("ocrd_tool"));
                }
            };
        } catch (WarmProcessLost e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    /** Runs the job in an idle process, preferably one that has these parameters set up, or in a new one. */
    public Outcome run(ProcessorSetup setup, WarmJob job, Pulse pulse) throws IOException, InterruptedException {
        String parameters = CanonicalJson.of(job.parameters().json());
        Optional<WarmProcess> idle = slots.take(setup, parameters, pulse);
        Optional<WarmProcess> reusable = Optional.empty();
        try {
            WarmStarter.Start start = idle.isPresent()
                    ? new WarmStarter.Start.Ready(idle.get(), NullNode.instance)
                    : starter.start(setup, job.log(), pulse);
            return switch (start) {
                case WarmStarter.Start.Refused refused -> new Outcome.Failed(refused.reason(), Outcome.Cost.UNKNOWN);
                case WarmStarter.Start.Ready ready -> {
                    Optional<JsonNode> reply = ask(ready.process(), job, parameters, pulse);
                    reusable = reply.map(given -> ready.process());
                    yield reply.map(WarmPool::outcome).orElseGet(() -> new Outcome.TimedOut(Outcome.Cost.UNKNOWN));
                }
            };
        } catch (WarmProcessLost e) {
            return new Outcome.Lost(String.valueOf(e.getMessage()));
        } finally {
            slots.giveBack(setup, reusable);
        }
    }

    /** A process that doesn't answer is ended, whatever the reason. */
    private static Optional<JsonNode> ask(WarmProcess process, WarmJob job, String parameters, Pulse pulse)
            throws WarmProcessLost, InterruptedException {
        Optional<JsonNode> reply = Optional.empty();
        try {
            pulse.mustStillCount();
            process.send(job.message(), parameters);
            pulse.mustStillCount();
            reply = process.receive(job.deadline(), pulse);
            return reply;
        } finally {
            if (reply.isEmpty()) {
                process.end(job.stopGrace());
            }
        }
    }

    /** Ends all idle processes; busy ones end with their job. */
    @Override
    public void close() {
        slots.close();
    }

    /** Ids of the processes that wait for a job, least recently used first. */
    List<Long> idlePids() {
        return slots.idle().stream().map(WarmProcess::pid).toList();
    }

    private static Outcome outcome(JsonNode reply) {
        var cost = new Outcome.Cost(
                Duration.ofMillis(reply.path("cpu_ms").asLong()),
                reply.path("peak_kb").asLong() * 1024);
        if (reply.path("ok").asBoolean()) {
            return new Outcome.Succeeded(cost);
        }
        JsonNode error = reply.path("error");
        List<String> words = new ArrayList<>();
        words.add(error.path("type").asText());
        words.add(error.path("message").asText());
        words.removeIf(String::isBlank);
        return new Outcome.Failed(String.join(": ", words), cost);
    }
}
