package org.quire.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a request's own client does while Temporal is away. By itself the SDK would try for 30 s to connect, and a minute to be answered. */
class ImpatientClientTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration FAR_BELOW_THE_SDKS_OWN = Duration.ofSeconds(15);

    private static Duration timeToGiveUp(int port) {
        WorkflowServiceStubs stubs = EngineConfiguration.impatient(
                WorkflowServiceStubsOptions.newBuilder()
                        .setTarget("127.0.0.1:" + port)
                        .validateAndBuildWithDefaults(),
                PATIENCE);
        long start = System.nanoTime();
        try {
            var run = WorkflowClient.newInstance(stubs).newUntypedWorkflowStub("run/x");
            assertThatThrownBy(() -> Engine.call(run::describe))
                    .isInstanceOf(EngineUnavailable.class)
                    .hasMessageContaining("try again");
            return Duration.ofNanos(System.nanoTime() - start);
        } finally {
            stubs.shutdownNow();
        }
    }

    @Test
    void givesUpWithinSecondsWhereNothingListens() throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(timeToGiveUp(port)).isBetween(PATIENCE.dividedBy(2), FAR_BELOW_THE_SDKS_OWN);
    }

    @Test
    void givesUpWithinSecondsWhereNobodyAnswers() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(timeToGiveUp(silent.getLocalPort())).isLessThan(FAR_BELOW_THE_SDKS_OWN);
        }
    }
}
