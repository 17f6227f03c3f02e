package org.quire.activities.warm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.quire.activities.process.Deadline;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Pulse;

/** Starts warm processes and waits until they are ready. */
final class WarmStarter {

    private final Path script = WarmScript.extract();
    private final int cache;
    private final Duration startTimeout;

    /** @param cache how many sets of parameters one process keeps set up */
    WarmStarter(int cache, Duration startTimeout) {
        this.cache = cache;
        this.startTimeout = startTimeout;
    }

    /** What became of a start. */
    sealed interface Start {
        record Ready(WarmProcess process, JsonNode greeting) implements Start {}

        record Refused(String reason) implements Start {}
    }

    /** @throws WarmProcessLost if it ended or was silent for too long, which need not happen again */
    Start start(ProcessorSetup setup, Path log, Pulse pulse) throws IOException, InterruptedException, WarmProcessLost {
        Optional<List<String>> interpreter = Interpreter.of(setup.executable());
        if (interpreter.isEmpty()) {
            return new Start.Refused(setup.executable() + " is no Python script.");
        }
        WarmProcess process = WarmProcess.start(setup, interpreter.get(), script, cache, log);
        boolean ready = false;
        try {
            JsonNode greeting = process.receive(Deadline.in(startTimeout), pulse)
                    .orElseThrow(() -> new WarmProcessLost("Expected the process of " + setup.name()
                            + " to be ready within " + startTimeout.toSeconds() + " s, but it was not."));
            ready = greeting.path("type").asText().equals("ready") && greeting.path("ocrd_tool") instanceof ObjectNode;
            return ready
                    ? new Start.Ready(process, greeting)
                    : new Start.Refused(greeting.path("error").asText(greeting.toString()));
        } finally {
            if (!ready) {
                process.end(Duration.ZERO);
            }
        }
    }
}
