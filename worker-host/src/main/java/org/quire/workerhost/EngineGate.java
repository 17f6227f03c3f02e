package org.quire.workerhost;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.client.WorkflowClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the start back until Temporal answers and the namespace is there; workers started earlier would only log errors. */
final class EngineGate {

    private static final Logger LOG = LoggerFactory.getLogger(EngineGate.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
    private static final Duration ONE_ANSWER = Duration.ofSeconds(5);
    private static final int TRIES_PER_LOG_LINE = 20;

    private final WorkflowClient client;
    private final Duration longest;

    EngineGate(WorkflowClient client, Duration longest) {
        this.client = client;
        this.longest = longest;
    }

    /**
     * Waits on another thread's try, without a time limit of its own: Spring interrupts such a wait when the application is told
     * to end, and would sit out any other.
     *
     * @throws IllegalStateException if Temporal isn't there after the longest wait, or the application is ending
     */
    void await() {
        var trying = new FutureTask<>(this::tryUntilThere, null);
        Thread.ofPlatform().daemon().name("temporal-gate").start(trying);
        try {
            trying.get();
        } catch (InterruptedException e) {
            trying.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The worker host was stopped while it waited for Temporal", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IllegalStateException(cause.getMessage(), cause);
        }
    }

    private void tryUntilThere() {
        long end = System.nanoTime() + longest.toNanos();
        for (int tries = 0; !Thread.currentThread().isInterrupted(); tries++) {
            String missing = missing();
            if (missing.isEmpty()) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "Expected Temporal within %d s but %s".formatted(longest.toSeconds(), missing));
            }
            if (tries % TRIES_PER_LOG_LINE == 0) {
                LOG.warn("Waiting for Temporal: {}", missing);
            }
            LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
        }
    }

    /** What is in the way; empty if nothing is. */
    private String missing() {
        String namespace = client.getOptions().getNamespace();
        var stubs = client.getWorkflowServiceStubs();
        try {
            stubs.blockingStub()
                    .withDeadlineAfter(ONE_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                    .describeNamespace(DescribeNamespaceRequest.newBuilder()
                            .setNamespace(namespace)
                            .build());
            return "";
        } catch (StatusRuntimeException e) {
            String target = stubs.getOptions().getTarget();
            return switch (e.getStatus().getCode()) {
                // Temporal's in-process test server knows no namespaces, but it has answered.
                case UNIMPLEMENTED -> "";
                case NOT_FOUND ->
                    "%s has no namespace '%s'; create it with: temporal operator namespace create -n %s"
                            .formatted(target, namespace, namespace);
                case UNAVAILABLE, DEADLINE_EXCEEDED ->
                    "nothing answers at %s (spring.temporal.connection.target)".formatted(target);
                default -> "%s answers %s".formatted(target, describe(e.getStatus()));
            };
        }
    }

    private static String describe(Status status) {
        return status.getCode() + (status.getDescription() == null ? "" : ": " + status.getDescription());
    }
}
