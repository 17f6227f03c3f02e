package org.quire.cli.engine;

import com.google.protobuf.util.Durations;
import io.grpc.StatusRuntimeException;
import io.temporal.api.namespace.v1.NamespaceConfig;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.UpdateNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits until a new Temporal server serves its default namespace, and tells it how long to keep ended runs. */
final class EngineReadiness {

    private static final String NAMESPACE = "default";
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);
    private static final Duration ONE_ANSWER = Duration.ofSeconds(3);

    private EngineReadiness() {}

    /**
     * @param alive whether the server's process lives
     * @param retention how long an ended run stays in Temporal; {@code start-dev} alone keeps it for a day
     * @throws EngineException if it ends, or does not answer within {@code longest}
     */
    static void await(String target, BooleanSupplier alive, Duration longest, Duration retention) {
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(target)
                .setRpcTimeout(ONE_ANSWER)
                .build());
        try {
            long end = System.nanoTime() + longest.toNanos();
            while (!serves(stubs)) {
                if (!alive.getAsBoolean()) {
                    throw new EngineException("The Temporal server ended right after its start.");
                }
                if (System.nanoTime() > end) {
                    throw new EngineException("Expected the Temporal server to answer within " + longest.toSeconds()
                            + " s, but it did not.");
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
            keepFor(stubs, retention);
        } finally {
            stubs.shutdownNow();
            stubs.awaitTermination(ONE_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static boolean serves(WorkflowServiceStubs stubs) {
        try {
            stubs.blockingStub()
                    .withWaitForReady()
                    .withDeadlineAfter(ONE_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                    .describeNamespace(DescribeNamespaceRequest.newBuilder()
                            .setNamespace(NAMESPACE)
                            .build());
            return true;
        } catch (StatusRuntimeException e) {
            return false;
        }
    }

    private static void keepFor(WorkflowServiceStubs stubs, Duration retention) {
        try {
            stubs.blockingStub()
                    .updateNamespace(UpdateNamespaceRequest.newBuilder()
                            .setNamespace(NAMESPACE)
                            .setConfig(NamespaceConfig.newBuilder()
                                    .setWorkflowExecutionRetentionTtl(Durations.fromSeconds(retention.toSeconds())))
                            .build());
        } catch (StatusRuntimeException e) {
            throw new EngineException("The Temporal server does not take its settings: " + e.getStatus(), e);
        }
    }
}
