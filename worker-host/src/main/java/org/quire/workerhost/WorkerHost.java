package org.quire.workerhost;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowClient;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quire.activities.catalogue.HostedProcessor;
import org.quire.activities.catalogue.ProcessorCatalogue;
import org.quire.activities.catalogue.ServerSettings;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops the workers of this machine: one for the engine's queue, one for fetches and one for each
 * processor's. The registry names the
 * host only while its workers poll.
 */
final class WorkerHost implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerHost.class);

    /** Before web servers open and after they close, so that nobody is let in while no worker is there. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 8192;

    /** Long enough for an interrupted job to end its process group. */
    private static final int INTERRUPTED_JOBS_SECONDS = 15;

    private final WorkflowClient client;
    private final ProcessorCatalogue catalogue;
    private final WorkerParts parts;
    private final DataLayout layout;
    private final Map<String, ServerSettings> servers;
    private final QuireWorkerHostProperties.Worker settings;
    private final QuireWorkerHostProperties.Fetch fetches;
    private final EngineGate gate;

    private @Nullable WorkerFactory factory;
    private @Nullable WorkerRegistryFile registry;
    private @Nullable ServerWorkers serverWorkers;

    WorkerHost(
            WorkflowClient client,
            ProcessorCatalogue catalogue,
            WorkerParts parts,
            DataLayout layout,
            Map<String, ServerSettings> servers,
            QuireWorkerHostProperties.Worker settings,
            QuireWorkerHostProperties.Fetch fetches) {
        this.client = client;
        this.catalogue = catalogue;
        this.parts = parts;
        this.layout = layout;
        this.servers = servers;
        this.settings = settings;
        this.fetches = fetches;
        this.gate = new EngineGate(client, settings.engineWait());
    }

    @Override
    public void start() {
        gate.await();
        List<HostedProcessor> hosted = catalogue.find();
        HostName host = HostName.of(settings.hostName());
        WorkerFactory workers = WorkerFactory.newInstance(
                client,
                WorkerFactoryOptions.newBuilder()
                        .setWorkflowCacheSize(settings.workflowCache())
                        .setMaxWorkflowThreadCount(WorkerTuning.workflowThreads(settings.workflowCache()))
                        .build());
        addEngineWorker(workers, host);
        addFetchWorker(workers, host);
        hosted.forEach(processor -> addProcessorWorker(workers, processor, host));
        var forwarding = new ServerWorkers(workers, host, servers, parts.forwarding());
        startWhenThere(workers);
        factory = workers;
        forwarding.start();
        serverWorkers = forwarding;
        registry = WorkerRegistryFile.open(
                layout.workers(), host, hosted, forwarding::live, WorkerRegistryFile.REFRESH, Clock.systemUTC());
        log(host, hosted);
    }

    /** Temporal may go again between its answer and the start of the workers, which ask it themselves before they begin. */
    private void startWhenThere(WorkerFactory workers) {
        while (true) {
            try {
                workers.start();
                return;
            } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() != Status.Code.UNAVAILABLE) {
                    throw e;
                }
                LOG.warn("Temporal has gone again: {}", e.getMessage());
                gate.await();
            }
        }
    }

    private void addEngineWorker(WorkerFactory workers, HostName host) {
        Worker worker = workers.newWorker(TaskQueues.ENGINE, WorkerTuning.engine(host));
        worker.registerWorkflowImplementationTypes(parts.workflows().toArray(Class<?>[]::new));
        worker.registerActivitiesImplementations(parts.engineActivities().toArray());
    }

    private void addFetchWorker(WorkerFactory workers, HostName host) {
        workers.newWorker(TaskQueues.FETCH, WorkerTuning.fetch(host, fetches.atOnce()))
                .registerActivitiesImplementations(parts.fetch());
    }

    private void addProcessorWorker(WorkerFactory workers, HostedProcessor processor, HostName host) {
        Agent agent = processor.isExternal() ? Agent.EXTERNAL : Agent.WORKER;
        int instances = processor.settings().instances();
        workers.newWorker(TaskQueues.of(agent, processor.name()), WorkerTuning.processor(host, instances))
                .registerActivitiesImplementations(parts.jobs().of(processor));
    }

    private void log(HostName host, List<HostedProcessor> hosted) {
        if (hosted.isEmpty() && servers.isEmpty()) {
            LOG.warn("{} hosts no processor: none was found in quire.processors or on PATH", host.value());
            return;
        }
        LOG.info(
                "{} hosts {} processors: {}",
                host.value(),
                hosted.size(),
                String.join(
                        ", ",
                        hosted.stream()
                                .map(p -> "%s (%d, %s)"
                                        .formatted(p.name(), p.settings().instances(), kind(p)))
                                .toList()));
    }

    private static String kind(HostedProcessor processor) {
        if (processor.isExternal()) {
            return "external";
        }
        return processor.warm() ? "warm" : "cold";
    }

    /** Takes no new work, lets running jobs end within the grace, then interrupts them; Temporal gives those to other hosts. */
    @Override
    public void stop() {
        if (registry != null) {
            registry.close();
            registry = null;
        }
        if (serverWorkers != null) {
            serverWorkers.close();
            serverWorkers = null;
        }
        if (factory != null) {
            stopWorkers(factory);
            factory = null;
        }
        parts.release().run();
    }

    private void stopWorkers(WorkerFactory workers) {
        workers.shutdown();
        workers.awaitTermination(settings.shutdownGrace().toMillis(), TimeUnit.MILLISECONDS);
        if (!workers.isTerminated()) {
            LOG.warn(
                    "Jobs still run after {} s (quire.worker.shutdown-grace); they are interrupted and will be repeated",
                    settings.shutdownGrace().toSeconds());
            workers.shutdownNow();
            workers.awaitTermination(INTERRUPTED_JOBS_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public boolean isRunning() {
        return factory != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
