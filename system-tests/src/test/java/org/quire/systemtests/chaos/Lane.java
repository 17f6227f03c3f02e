package org.quire.systemtests.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.quire.systemtests.harness.Book;

/**
 * A client that has runs made over one book after the other, as fast as they end, and is not easily put off: a request that is not
 * answered may or may not have started a run, so it sends another one, and both have to end well.
 */
final class Lane implements Runnable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PAGES = 4;
    private static final int ROUNDS = 4;
    /** Alone it takes some seconds; with a fault every few seconds it still goes on between them. */
    private static final Duration LONGEST_RUN = Duration.ofMinutes(5);

    private static final Duration POLL = Duration.ofMillis(250);

    private final int number;
    private final ChaosSystem system;
    private final Audit audit;
    private final Figures figures;
    private final Violations violations;
    private final Random random;
    private volatile boolean stopping;
    private volatile Workspace workspace;
    private int orders;
    private int books;

    Lane(int number, ChaosSystem system, Audit audit, Figures figures, Violations violations, long seed) {
        this.number = number;
        this.system = system;
        this.audit = audit;
        this.figures = figures;
        this.violations = violations;
        this.random = new Random(seed + number);
        this.workspace = newWorkspace();
    }

    /** What it works on now. */
    Workspace workspace() {
        return workspace;
    }

    /** Begins nothing new. */
    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        while (!stopping && violations.isEmpty()) {
            for (int round = 0; round < ROUNDS && !stopping && violations.isEmpty(); round++) {
                round();
            }
            audit.whenAllIsOver(workspace);
            if (!stopping) {
                workspace = newWorkspace();
            }
        }
    }

    private Workspace newWorkspace() {
        String name = "book-" + number + "-" + ++books;
        return new Workspace(Book.generated(system.workspaces().resolve(name), PAGES));
    }

    /** One run, or two at once, and sometimes the same again over what they made. */
    private void round() {
        List<Order> orders = new ArrayList<>(List.of(next()));
        if (random.nextInt(3) == 0) {
            orders.add(next());
        }
        List<Order> done = carryOut(orders);
        if (random.nextInt(4) == 0 && !stopping) {
            done.forEach(order -> workspace.unsettle(order.outputGroups()));
            carryOut(done.stream().map(Order::again).toList());
        }
    }

    private Order next() {
        return Order.any(random, Integer.toString(++orders));
    }

    /** Those that came to a known end. */
    private List<Order> carryOut(List<Order> orders) {
        Map<Order, RunWatch> runs = new LinkedHashMap<>();
        orders.forEach(order -> submit(order).ifPresent(run -> runs.put(order, run)));
        Instant end = Instant.now().plus(LONGEST_RUN);
        while (violations.isEmpty() && !runs.values().stream().allMatch(RunWatch::hasEnded)) {
            LockSupport.parkNanos(POLL.toNanos());
            runs.values().stream().filter(run -> !run.hasEnded()).forEach(this::look);
            if (Instant.now().isAfter(end)) {
                runs.values().stream()
                        .filter(run -> !run.hasEnded())
                        .forEach(run -> violations.add("Run %s did not end within %d s, whatever others did."
                                .formatted(run.run(), LONGEST_RUN.toSeconds())));
            }
        }
        // What has ended stays as it is.
        runs.values().forEach(this::look);
        return List.copyOf(runs.keySet());
    }

    /** Empty if no answer came: the run may be there, and is found at the end. */
    private Optional<RunWatch> submit(Order order) {
        Path record =
                system.records().resolve("lane-" + number + "-" + order.suffix() + (order.overwrite() ? "-again" : ""));
        while (violations.isEmpty()) {
            Optional<HttpResponse<String>> answer = ask(() ->
                    system.client().trySubmit(workspace.book().mets().toString(), order.script(record), order.query()));
            if (answer.isEmpty()) {
                figures.answerLost();
                return Optional.empty();
            }
            switch (answer.get().statusCode()) {
                case 200 -> {
                    String run = json(answer.get()).get("job_id").asText();
                    return Optional.of(new RunWatch(run, violations));
                }
                // No worker, or no engine: nothing was started, so the same is sent again.
                case 406, 503 -> {
                    figures.refused();
                    LockSupport.parkNanos(POLL.toNanos());
                }
                default ->
                    violations.add("A run was answered with " + answer.get().statusCode() + ": "
                            + answer.get().body());
            }
        }
        return Optional.empty();
    }

    private void look(RunWatch run) {
        ask(() -> system.client().tryGet("/run/" + run.run())).ifPresent(answer -> {
            switch (answer.statusCode()) {
                case 200 -> run.seen(json(answer));
                case 503 -> figures.refused();
                default ->
                    violations.add("A look at run " + run.run() + " was answered with " + answer.statusCode() + ": "
                            + answer.body());
            }
        });
    }

    /** Empty if the server was not there, or not until the answer. */
    private static Optional<HttpResponse<String>> ask(Supplier<HttpResponse<String>> question) {
        try {
            return Optional.of(question.get());
        } catch (UncheckedIOException e) {
            LockSupport.parkNanos(POLL.toNanos());
            return Optional.empty();
        }
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError("Expected JSON, but got: " + answer.body(), e);
        }
    }
}
