package org.quire.systemtests.harness;

import static org.awaitility.Awaitility.await;

import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
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

    private final ChildProcess process;
    private final String target;

    private RealTemporal(ChildProcess process, String target) {
        this.process = process;
        this.target = target;
    }

    /** @param folder for its database and log; must exist */
    public static RealTemporal start(Path folder) {
        Path binary = TestEnvironment.temporal()
                .orElseThrow(() -> new IllegalStateException("Expected QUIRE_TEST_TEMPORAL to name an executable."));
        int port = freePort();
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
        var process = ChildProcess.start("Temporal", command, Map.of(), folder.resolve("temporal.log"));
        var temporal = new RealTemporal(process, "127.0.0.1:" + port);
        temporal.awaitReady();
        return temporal;
    }

    /** {@code HOST:PORT}. */
    public String target() {
        return target;
    }

    double cpuSeconds() {
        return process.cpuSeconds();
    }

    private void awaitReady() {
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
        try {
            await("Temporal answers at " + target)
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .untilAsserted(() -> {
                        process.mustLive();
                        stubs.blockingStub()
                                .describeNamespace(DescribeNamespaceRequest.newBuilder()
                                        .setNamespace("default")
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
