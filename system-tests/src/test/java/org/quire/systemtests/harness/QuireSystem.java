package org.quire.systemtests.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quire as in production: a Temporal server, the REST server and a worker host, each a process of its own, over one data folder.
 * Its folders lie under {@code target}, so that what a failed test leaves can be looked at.
 */
public final class QuireSystem implements AutoCloseable {

    /** Only what the tests use: asking every installed processor what it is takes seconds each. */
    private static final String WORKERS = """
            only: true
            processors:
              ocrd-dummy:
                instances: 2
              ocrd-recorder:
                instances: 4
                mode: cold
              ocrd-single:
                instances: 1
                mode: cold
              ocrd-impatient:
                instances: 2
                mode: cold
                timeout: 3s
              ocrd-warm-hanger: {}
              ocrd-recorder-sink:
                mode: cold
              ocrd-recorder-source:
                mode: cold
              ocrd-tesserocr-binarize: {}
              ocrd-tesserocr-segment-region: {}
              ocrd-tesserocr-segment-line: {}
              ocrd-tesserocr-recognize: {}
            """ + OutsideAgents.WORKERS;

    private static @Nullable QuireSystem shared;

    private final Path folder;
    private final RealTemporal temporal;
    private final Programs programs;
    private final OutsideAgents outside;
    private final int port = RealTemporal.freePort();
    private final QuireClient client;
    private ChildProcess api;
    private ChildProcess workerHost;

    private QuireSystem(Path folder, RealTemporal temporal, OutsideAgents outside) {
        this.folder = folder;
        this.temporal = temporal;
        this.programs = new Programs(folder, temporal.target());
        this.outside = outside;
        this.client = new QuireClient(URI.create("http://127.0.0.1:" + port));
        this.api = newApi();
        this.workerHost = newWorkerHost();
        awaitApi();
        awaitProcessors();
    }

    private ChildProcess newApi() {
        return programs.api(client.server().getPort(), List.of());
    }

    private void awaitApi() {
        api.awaitAnswer(client.server().resolve("/actuator/health/readiness"));
    }

    /** {@code kill -9} of the REST server, and a new one on the same port and data folder. */
    public void replaceApi() {
        api.killNow();
        api = newApi();
        awaitApi();
    }

    /** The Temporal server, for what no client of Quire can do. */
    public RealTemporal temporal() {
        return temporal;
    }

    /** The agents that the worker host knows of besides itself. */
    public OutsideAgents outside() {
        return outside;
    }

    /** One for all tests of this JVM: starting takes longer than most tests. */
    static synchronized QuireSystem shared() {
        if (shared == null) {
            shared = startIn(newFolder("system"));
        }
        return shared;
    }

    /** @param folder new and empty */
    public static QuireSystem startIn(Path folder) {
        try {
            Files.createDirectories(folder);
            var outside = OutsideAgents.in(folder);
            Files.writeString(folder.resolve("workers.yaml"), outside.insertAddresses(WORKERS));
            return new QuireSystem(folder, RealTemporal.start(folder), outside);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new folder under {@code target}. */
    public static Path newFolder(String prefix) {
        try {
            Path target = TestEnvironment.projectRoot().resolve("system-tests/target");
            return Files.createTempDirectory(Files.createDirectories(target), prefix + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public QuireClient client() {
        return client;
    }

    /** {@code HOST:PORT} of the Temporal server. */
    public String temporalTarget() {
        return temporal.target();
    }

    /** CPU time of the REST server and the worker host so far, without their processors. */
    public double cpuSeconds() {
        return api.cpuSeconds() + workerHost.cpuSeconds();
    }

    public double temporalCpuSeconds() {
        return temporal.cpuSeconds();
    }

    /** The folder that workspaces must lie under. */
    public Path workspaces() {
        return programs.workspaces();
    }

    /** A folder for a test's own files, outside of the workspaces. */
    public Path scratch(String name) {
        try {
            return Files.createDirectories(folder.resolve("scratch").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code kill -9}. */
    public void killWorkerHost() {
        workerHost.killNow();
    }

    /** Starts a worker host where the last one was killed. */
    public void startWorkerHost() {
        workerHost = newWorkerHost();
    }

    /** Another worker host beside the first; the caller closes it. */
    public ChildProcess anotherWorkerHost() {
        return newWorkerHost();
    }

    /** The worker host. */
    public ChildProcess workerHost() {
        return workerHost;
    }

    private ChildProcess newWorkerHost() {
        return programs.workerHost("worker host", folder.resolve("workers.yaml"));
    }

    private void awaitProcessors() {
        await("the worker host offers its processors")
                .atMost(Duration.ofSeconds(180))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> {
                    workerHost.mustLive();
                    List<String> offered = client.processors();
                    return offered.contains("ocrd-dummy") && offered.contains(Recorder.NAME);
                });
    }

    @Override
    public void close() {
        workerHost.close();
        api.close();
        temporal.close();
    }
}
