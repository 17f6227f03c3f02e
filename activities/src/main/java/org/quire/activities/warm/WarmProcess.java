package org.quire.activities.warm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.quire.activities.process.Deadline;
import org.quire.activities.process.ProcessGroup;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Pulse;
import org.quire.activities.process.Stragglers;
import org.quire.workflows.engine.QuireData;

/** One living Python process of a processor, which takes one message at a time. Not thread-safe. */
final class WarmProcess {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final ProcessorSetup setup;
    private final ProcessGroup group;
    private final String mark;
    private final Writer jobs;
    /** Lines of the process; an empty one stands for the end of its output. */
    private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

    private int jobsTaken;
    private String lastParameters = "";

    private WarmProcess(ProcessorSetup setup, ProcessGroup group, String mark) {
        this.setup = setup;
        this.group = group;
        this.mark = mark;
        this.jobs = group.process().outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("replies-of-" + setup.name()).start(this::readReplies);
    }

    /** @param log what is written before it is ready, such as why it can't be imported, is appended here */
    static WarmProcess start(ProcessorSetup setup, List<String> interpreter, Path script, int cache, Path log)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(interpreter);
        command.addAll(List.of(
                script.toString(),
                setup.executable().toString(),
                "--parent",
                Long.toString(ProcessHandle.current().pid()),
                "--cache",
                Integer.toString(cache)));
        var builder = setup.command(command.toArray(String[]::new))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        String mark = "warm-" + UUID.randomUUID();
        builder.environment().put(Stragglers.MARK, mark);
        return new WarmProcess(setup, ProcessGroup.start(builder), mark);
    }

    ProcessorSetup setup() {
        return setup;
    }

    long pid() {
        return group.pid();
    }

    boolean isAlive() {
        return group.process().isAlive();
    }

    int jobsTaken() {
        return jobsTaken;
    }

    String lastParameters() {
        return lastParameters;
    }

    void send(JsonNode job, String parameters) throws WarmProcessLost {
        jobsTaken++;
        lastParameters = parameters;
        try {
            jobs.write(job + "\n");
            jobs.flush();
        } catch (IOException e) {
            throw lost();
        }
    }

    /**
     * Waits for the next message of the process.
     *
     * @return empty if the time is over
     */
    Optional<JsonNode> receive(Deadline deadline, Pulse pulse) throws WarmProcessLost, InterruptedException {
        while (!deadline.isOver()) {
            Optional<String> line = replies.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (line != null) {
                return Optional.of(parse(line.orElseThrow(this::lost)));
            }
            if (!isAlive() && replies.isEmpty()) {
                // A child that outlived it may keep the pipe open.
                throw lost();
            }
            pulse.beat();
        }
        return Optional.empty();
    }

    /** An idle process ends by itself when its input ends. */
    void dismiss() {
        try {
            jobs.close();
            group.waitFor(FAREWELL);
        } catch (IOException e) {
            // It is dead already, or will be in a moment.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end(Duration.ZERO);
    }

    /** Ends it with all that its jobs started, also what left its group. */
    void end(Duration grace) {
        group.end(grace);
        Stragglers.kill(mark);
    }

    private JsonNode parse(String line) throws WarmProcessLost {
        try {
            return QuireData.mapper().readTree(line);
        } catch (JsonProcessingException e) {
            throw new WarmProcessLost(
                    "Expected a JSON message from the process of " + setup.name() + ", but got '" + line + "'.");
        }
    }

    private WarmProcessLost lost() {
        end(Duration.ofSeconds(1));
        String end = group.exitCode().map(code -> " ended with " + code).orElse(" can't be ended");
        return new WarmProcessLost("The process of " + setup.name() + end + " in the middle of its work.");
    }

    private void readReplies() {
        try (BufferedReader reader = group.process().inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                replies.add(Optional.of(line));
            }
        } catch (IOException e) {
            // The same as its end.
        }
        replies.add(Optional.empty());
    }
}
