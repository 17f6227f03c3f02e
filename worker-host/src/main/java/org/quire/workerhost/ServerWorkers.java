package org.quire.workerhost;

import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.quire.activities.catalogue.ServerSettings;
import org.quire.activities.server.ProcessorServer;
import org.quire.activities.server.ServerWatch;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.Agent;
import org.quire.workflows.registry.WorkerHostEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Workers that forward jobs to Processor Servers. Each takes jobs only while a server of its processor is there. */
final class ServerWorkers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerWorkers.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private record Served(String processor, ServerSettings settings, ServerWatch watch, Worker worker) {}

    private final List<Served> all;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("server-watch").factory());

    /** Adds the workers to a factory that is not started yet. */
    ServerWorkers(
            WorkerFactory factory,
            HostName host,
            Map<String, ServerSettings> servers,
            WorkerParts.JobsOfServers forwarding) {
        all = new TreeMap<>(servers)
                .entrySet().stream()
                        .map(entry -> served(factory, host, entry.getKey(), entry.getValue(), forwarding))
                        .toList();
    }

    private static Served served(
            WorkerFactory factory,
            HostName host,
            String processor,
            ServerSettings settings,
            WorkerParts.JobsOfServers forwarding) {
        List<ProcessorServer> servers =
                settings.urls().stream().map(ProcessorServer::new).toList();
        Worker worker = factory.newWorker(
                TaskQueues.of(Agent.SERVER, processor),
                WorkerTuning.processor(host, servers.size() * settings.instances()));
        worker.registerActivitiesImplementations(forwarding.of(servers, settings));
        return new Served(
                processor, settings, new ServerWatch(processor, servers, settings.tool(), Clock.systemUTC()), worker);
    }

    /** Looks for the servers, and from then on every 2 s. */
    void start() {
        if (!all.isEmpty()) {
            look();
            looking.scheduleWithFixedDelay(
                    this::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        try {
            for (Served served : all) {
                served.watch().look();
                pollIf(served.watch().tool().isPresent(), served.worker());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("Processor Servers could not be looked for", e);
        }
    }

    private static void pollIf(boolean there, Worker worker) {
        if (there == worker.isSuspended()) {
            if (there) {
                worker.resumePolling();
            } else {
                worker.suspendPolling();
            }
        }
    }

    /** The processors whose servers are there. */
    List<WorkerHostEntry.Processor> live() {
        return all.stream()
                .flatMap(served -> served.watch().tool().stream()
                        .map(tool -> new WorkerHostEntry.Processor(
                                served.processor(),
                                tool,
                                served.settings().timeout(),
                                false,
                                served.settings().urls().size()
                                        * served.settings().instances(),
                                Agent.SERVER)))
                .toList();
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
