package org.quire.cli.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

class ChildEngineTest {

    private static final String REAL = "QUIRE_TEST_TEMPORAL";

    @TempDir
    Path folder;

    @Test
    void saysWhatABrokenServerSaid() throws IOException {
        Path broken = Scripts.executable(folder.resolve("temporal"), "echo 'no such luck'; exit 3\n");

        assertThatThrownBy(() -> Engine.start(new EngineChoice.Binary(broken, folder.resolve("engine"))))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("ended right after its start")
                .hasMessageContaining("no such luck");
    }

    @Test
    void endsServersOfAnEarlierQuireOnTheSameDatabaseAndNoOthers() throws IOException {
        Path script = Scripts.executable(folder.resolve("temporal"), "tail -f /dev/null & wait\n");
        Path mine = folder.resolve("mine.db");
        Process leftOver = server(script, mine);
        Process stranger = server(script, folder.resolve("other.db"));
        try {
            await().until(() -> !LeftOverEngines.of(mine).isEmpty());

            LeftOverEngines.end(mine, Duration.ofSeconds(10));

            assertThat(leftOver.isAlive()).isFalse();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.descendants().forEach(ProcessHandle::destroyForcibly);
            stranger.destroyForcibly();
        }
    }

    @Test
    @EnabledIfEnvironmentVariable(named = REAL, matches = ".+")
    void realServerKeepsItsPortsAndEndsWhenClosed() {
        var choice = new EngineChoice.Binary(Path.of(System.getenv(REAL)), folder.resolve("engine"));
        String target;
        try (Engine engine = Engine.start(choice)) {
            target = engine.target();
            assertThat(retention(target)).isEqualTo(Duration.ofDays(30));
            assertThat(engine.webUi()).isPresent();
        }
        assertThat(LeftOverEngines.of(choice.folder().resolve("temporal.db"))).isEmpty();
        assertThat(Files.exists(choice.folder().resolve("temporal.db"))).isTrue();
        try (Engine again = Engine.start(choice)) {
            assertThat(again.target()).isEqualTo(target);
        }
    }

    private static Process server(Path script, Path database) throws IOException {
        return new ProcessBuilder(script.toString(), "server", "start-dev", "--db-filename", database.toString())
                .start();
    }

    private static Duration retention(String target) {
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
        try {
            return Duration.ofSeconds(stubs.blockingStub()
                    .describeNamespace(DescribeNamespaceRequest.newBuilder()
                            .setNamespace("default")
                            .build())
                    .getConfig()
                    .getWorkflowExecutionRetentionTtl()
                    .getSeconds());
        } finally {
            stubs.shutdownNow();
        }
    }
}
