package org.quire.systemtests.harness;

import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.TerminateWorkflowExecutionRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A real Temporal server with its database in a file. */
public final class RealTemporal implements AutoCloseable {

    private static final String NAMESPACE = "default";

    private final Path folder;
    private final int port = freePort();
    private ChildProcess process;

    private RealTemporal(Path folder) {
        this.folder = folder;
        this.process = newProcess();
    }

    /** @param folder for its database and log; must exist */
    public static RealTemporal start(Path folder) {
        var temporal = new RealTemporal(folder);
        temporal.awaitReady();
        return temporal;
    }

    private ChildProcess newProcess() {
        Path binary = TestEnvironment.temporal()
                .orElseThrow(() -> new IllegalStateException("Expected QUIRE_TEST_TEMPORAL to name an executable."));
        List<String> command = List.of(
                binary.toString(),
                "server",
                "start-dev",
                "--headless",
                "--ip",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--db-filename",
                folder.resolve("temporal.db").toString(),
                "--log-level",
                "error");
        return ChildProcess.start("Temporal", command, Map.of(), folder.resolve("temporal.log"));
    }

    /** The server as a process. */
    public ChildProcess process() {
        return process;
    }

    /** Starts it where it was killed, on the same database and port, and waits for nothing. */
    public void startAgain() {
        process = newProcess();
    }

    /** {@code HOST:PORT}. */
    public String target() {
        return "127.0.0.1:" + port;
    }

    double cpuSeconds() {
        return process.cpuSeconds();
    }

    /** Ends a workflow from outside, as its operator may do at any time. */
    public void terminate(String workflowId) {
        WorkflowServiceStubs stubs = stubs();
        try {
            stubs.blockingStub()
                    .terminateWorkflowExecution(TerminateWorkflowExecutionRequest.newBuilder()
                            .setNamespace(NAMESPACE)
                            .setWorkflowExecution(execution(workflowId))
                            .build());
        } finally {
            stubs.shutdownNow();
        }
    }

    /** Makes Temporal forget a workflow, as it does after the retention, and waits until it has. */
    public void forget(String workflowId) {
        WorkflowServiceStubs stubs = stubs();
        try {
            stubs.blockingStub()
                    .deleteWorkflowExecution(DeleteWorkflowExecutionRequest.newBuilder()
                            .setNamespace(NAMESPACE)
                            .setWorkflowExecution(execution(workflowId))
                            .build());
            await(workflowId + " is forgotten").atMost(Duration.ofSeconds(60)).until(() -> !knows(stubs, workflowId));
        } finally {
            stubs.shutdownNow();
        }
    }

    private static boolean knows(WorkflowServiceStubs stubs, String workflowId) {
        try {
            stubs.blockingStub()
                    .describeWorkflowExecution(DescribeWorkflowExecutionRequest.newBuilder()
                            .setNamespace(NAMESPACE)
                            .setExecution(execution(workflowId))
                            .build());
            return true;
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static WorkflowExecution execution(String workflowId) {
        return WorkflowExecution.newBuilder().setWorkflowId(workflowId).build();
    }

    private WorkflowServiceStubs stubs() {
        return WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target()).build());
    }

    private void awaitReady() {
        WorkflowServiceStubs stubs = stubs();
        try {
            await("Temporal answers at " + target())
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .untilAsserted(() -> {
                        process.mustLive();
                        stubs.blockingStub()
                                .describeNamespace(DescribeNamespaceRequest.newBuilder()
                                        .setNamespace(NAMESPACE)
                                        .build());
                    });
        } finally {
            stubs.shutdownNow();
        }
    }

    /** A port that nobody listens on now. */
    public static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
