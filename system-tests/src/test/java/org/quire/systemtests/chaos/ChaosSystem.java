package org.quire.systemtests.chaos;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.Programs;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.RealTemporal;
import org.quire.workflows.engine.DataLayout;

/**
 * Quire in parts that can be killed one by one: a Temporal server, the REST server, and two worker hosts. The first keeps
 * {@code ocrd-dummy} warm, the second calls it anew each time; both take from the same queues.
 */
final class ChaosSystem implements AutoCloseable {

    /** After this silence a worker counts as lost. */
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(4);

    private static final String WORKERS = """
            only: true
            processors:
              ocrd-dummy:
                instances: 2
                mode: %s
              ocrd-recorder:
                instances: 2
                mode: cold
            """;

    /** A job may lose its worker as often as it likes: a run that fails for it would hide what is to be seen. */
    private static final List<String> API_OPTIONS =
            List.of("--quire.heartbeat-timeout=" + HEARTBEAT_TIMEOUT.toMillis() + "ms", "--quire.max-attempts=1000");

    private final Programs programs;
    private final QuireClient client = new QuireClient(URI.create("http://127.0.0.1:" + RealTemporal.freePort()));
    private final String temporalTarget;
    private final Service temporal;
    private final Service api;
    private final List<Service> hosts;

    private ChaosSystem(Path folder, RealTemporal engine) {
        temporalTarget = engine.target();
        programs = new Programs(folder, temporalTarget);
        temporal = new Service("Temporal server", engine.process(), () -> {
            engine.startAgain();
            return engine.process();
        });
        api = service("REST server", () -> programs.api(client.server().getPort(), API_OPTIONS));
        hosts = List.of(host("warm"), host("cold"));
    }

    private static Service service(String name, Supplier<ChildProcess> starter) {
        return new Service(name, starter.get(), starter);
    }

    private Service host(String mode) {
        String name = mode + " worker host";
        Path config = programs.folder().resolve(mode + "-workers.yaml");
        try {
            Files.writeString(config, WORKERS.formatted(mode));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return service(name, () -> programs.workerHost(name, config));
    }

    /** @param folder new */
    static ChaosSystem start(Path folder) {
        var system = new ChaosSystem(folder, RealTemporal.start(folder));
        await("the REST server answers and both worker hosts are there")
                .atMost(Duration.ofSeconds(180))
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptions()
                .until(() -> system.client.processors().contains("ocrd-dummy") && system.hostsAreReady());
        return system;
    }

    /** Whether all worker hosts that run now have said what they offer, which they do when they have started. */
    boolean hostsAreReady() {
        return hosts.stream().allMatch(this::isReady);
    }

    private boolean isReady(Service host) {
        String ownFile = "-" + host.pid() + ".json";
        try (Stream<Path> files = Files.list(layout().workers())) {
            return files.anyMatch(file -> file.toString().endsWith(ownFile));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    QuireClient client() {
        return client;
    }

    /** {@code HOST:PORT}. */
    String temporalTarget() {
        return temporalTarget;
    }

    Path workspaces() {
        return programs.workspaces();
    }

    /** The folder for records of calls. */
    Path records() {
        return programs.folder().resolve("records");
    }

    DataLayout layout() {
        return new DataLayout(programs.dataDir());
    }

    Service temporal() {
        return temporal;
    }

    Service api() {
        return api;
    }

    List<Service> hosts() {
        return hosts;
    }

    List<Service> services() {
        var all = new ArrayList<>(hosts);
        all.add(api);
        all.add(temporal);
        return all;
    }

    /** Warm processes of all worker hosts. */
    List<ProcessHandle> warmProcesses() {
        return hosts.stream()
                .flatMap(host -> ProcessHandle.of(host.pid()).stream())
                .flatMap(ProcessHandle::descendants)
                .filter(process -> process.info().commandLine().orElse("").contains("warm_processor"))
                .toList();
    }

    @Override
    public void close() {
        services().forEach(Service::close);
    }
}
