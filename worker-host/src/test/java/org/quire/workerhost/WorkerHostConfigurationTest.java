package org.quire.workerhost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackWorkflow;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.registry.WorkerHostEntry;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

class WorkerHostConfigurationTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir
    Path temp;

    private Path processors;

    @BeforeEach
    void makeProcessor() throws IOException {
        processors = Files.createDirectory(temp.resolve("bin"));
        Path script = Files.writeString(
                processors.resolve("ocrd-fake"),
                "#!/bin/sh\n[ \"$1\" = --dump-json ] || exit 1\necho '{\"executable\": \"ocrd-fake\"}'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void listsItsProcessorsWhileItsWorkersPollAndNotAfter() throws IOException {
        int port = freePort();
        Path entry = temp.resolve("data/workers/test-host.json");
        try (var server = TestServer.createPortBoundServer(port)) {
            try (var context = start(port)) {
                var host = QuireData.mapper().readValue(entry.toFile(), WorkerHostEntry.class);
                assertThat(host.processors()).singleElement().satisfies(processor -> {
                    assertThat(processor.name()).isEqualTo("ocrd-fake");
                    assertThat(processor.warm()).isFalse();
                    assertThat(processor.instances()).isEqualTo(2);
                });
                assertThat(context.getBean(WorkerHost.class).isRunning()).isTrue();
            }
            assertThat(entry).doesNotExist();
        }
    }

    @Test
    void runsWorkflowsAndTheirActivitiesOnTheEnginesQueue() throws IOException {
        int port = freePort();
        try (var server = TestServer.createPortBoundServer(port);
                var context = start(port)) {
            context.getBean(WorkflowClient.class)
                    .newWorkflowStub(
                            CallbackWorkflow.class,
                            WorkflowOptions.newBuilder()
                                    .setTaskQueue(TaskQueues.ENGINE)
                                    .build())
                    .deliver(new Callback("http://localhost/", "run", "SUCCESS", "/mets.xml"));
            assertThat(context.getBean(FakeParts.class).delivered).hasValue(1);
        }
    }

    @Test
    void releasesWhatJobsKeepAliveWhenItStops() throws IOException {
        int port = freePort();
        try (var server = TestServer.createPortBoundServer(port)) {
            var context = start(port);
            var parts = context.getBean(FakeParts.class);
            assertThat(parts.released).hasValue(0);
            context.close();
            assertThat(parts.released).hasValue(1);
        }
    }

    @Test
    void usesTheConverterOfQuire() throws IOException {
        int port = freePort();
        try (var server = TestServer.createPortBoundServer(port);
                var context = start(port)) {
            assertThat(context.getBean(WorkflowClient.class).getOptions().getDataConverter())
                    .isSameAs(context.getBean("mainDataConverter"));
        }
    }

    @Test
    void waitsForTemporalThatStartsLater() throws Exception {
        int port = freePort();
        var starting = new ArrayList<ConfigurableApplicationContext>();
        Thread start = Thread.ofPlatform().start(() -> starting.add(start(port)));
        await().atMost(LONGEST).until(() -> start.getState() == Thread.State.WAITING || !start.isAlive());
        assertThat(temp.resolve("data/workers")).doesNotExist();
        try (var server = TestServer.createPortBoundServer(port)) {
            start.join();
            assertThat(temp.resolve("data/workers/test-host.json")).exists();
            starting.forEach(ConfigurableApplicationContext::close);
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void waitsForTemporalThatGoesWhileItStarts(CapturedOutput output) throws Exception {
        Path asked = temp.resolve("asked");
        Path go = temp.resolve("go");
        // The processor describes itself after Temporal was asked for and before the workers begin.
        Files.writeString(
                processors.resolve("ocrd-fake"),
                "#!/bin/sh\n: > '%s'\nwhile [ ! -e '%s' ]; do sleep 0.05; done\necho '{\"executable\": \"ocrd-fake\"}'\n"
                        .formatted(asked, go));
        int port = freePort();
        var starting = new ArrayList<ConfigurableApplicationContext>();
        Thread start;
        try (var server = TestServer.createPortBoundServer(port)) {
            start = Thread.ofPlatform().start(() -> starting.add(start(port)));
            await().atMost(LONGEST).until(() -> Files.exists(asked));
        }
        Files.createFile(go);
        await().atMost(LONGEST).until(() -> output.getOut().contains("Temporal has gone again"));
        try (var server = TestServer.createPortBoundServer(port)) {
            start.join(LONGEST);
            assertThat(starting)
                    .singleElement()
                    .satisfies(context -> assertThat(
                                    context.getBean(WorkerHost.class).isRunning())
                            .isTrue());
            starting.forEach(ConfigurableApplicationContext::close);
        }
    }

    @Test
    void saysWhatIsMissingWhenTemporalNeverAnswers() throws IOException {
        int port = freePort();
        assertThatThrownBy(() -> start(port, "quire.worker.engine-wait=200ms"))
                .hasStackTraceContaining("nothing answers at 127.0.0.1:" + port);
    }

    private ConfigurableApplicationContext start(int port, String... more) {
        var properties = new ArrayList<>(List.of(
                "quire.data-dir=" + temp.resolve("data"),
                "quire.processors=" + processors,
                "quire.worker-config=" + workerConfig(),
                "quire.worker.host-name=test-host",
                "spring.temporal.connection.target=127.0.0.1:" + port));
        properties.addAll(Arrays.asList(more));
        return new SpringApplicationBuilder(FakeParts.class, WorkerHostApplication.class)
                .web(WebApplicationType.NONE)
                .run(properties.stream().map(p -> "--" + p).toArray(String[]::new));
    }

    private Path workerConfig() {
        try {
            return Files.writeString(
                    temp.resolve("workers.yaml"), "only: true\nprocessors: {ocrd-fake: {instances: 2, mode: cold}}\n");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
