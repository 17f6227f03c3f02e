package org.quire.workerhost;

import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.quire.activities.callback.HttpCallbackDelivery;
import org.quire.activities.catalogue.HostedProcessor;
import org.quire.activities.catalogue.WarmProbe;
import org.quire.activities.checkup.WholeCheckup;
import org.quire.activities.fetch.HttpFileFetch;
import org.quire.activities.job.ColdLauncher;
import org.quire.activities.job.ExternalJobs;
import org.quire.activities.job.Launcher;
import org.quire.activities.job.ProcessorJob;
import org.quire.activities.job.ServerLauncher;
import org.quire.activities.job.WarmLauncher;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.report.FileRunArchive;
import org.quire.activities.server.ServerDatabases;
import org.quire.activities.server.ServerPool;
import org.quire.activities.warm.WarmPool;
import org.quire.activities.warm.WarmSupport;
import org.quire.activities.workspace.MergingMetsCommit;
import org.quire.activities.workspace.SignallingWorkspaceMailbox;
import org.quire.activities.workspace.TemporalOrphanLookup;
import org.quire.activities.workspace.TemporalRunLookup;
import org.quire.activities.workspace.TemporalStartedJobs;
import org.quire.mets.MetsCache;
import org.quire.workflows.callback.CallbackWorkflowImpl;
import org.quire.workflows.checkup.CheckupWorkflowImpl;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.run.OcrRunWorkflowImpl;
import org.quire.workflows.workspace.WorkspaceWorkflowImpl;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the workers of a host run: the workflows, what they call, and real processors. */
@Configuration(proxyBeanMethods = false)
class ProcessorParts {

    /** As long as a Processor Server takes to start again. */
    private static final Duration SERVER_PATIENCE = Duration.ofSeconds(30);

    @Bean
    @ConditionalOnMissingBean
    WarmPool warmPool(QuireWorkerHostProperties properties) {
        QuireWorkerHostProperties.Worker worker = properties.worker();
        return new WarmPool(
                new WarmPool.Limits(worker.warmIdleMax(), worker.recycleAfterJobs(), worker.warmStartTimeout()));
    }

    @Bean
    @ConditionalOnMissingBean
    WarmProbe warmProbe(WarmPool pool) {
        return (executable, environment) -> {
            try {
                return switch (pool.probe(executable, environment)) {
                    case WarmSupport.Supported supported -> Optional.of(supported.tool());
                    case WarmSupport.Refused refused -> Optional.empty();
                };
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while trying " + executable + ".", e);
            }
        };
    }

    @Bean
    @ConditionalOnMissingBean
    WorkerParts workerParts(
            WorkflowClient client, WarmPool pool, DataLayout layout, QuireWorkerHostProperties properties) {
        QuireWorkerHostProperties.Worker worker = properties.worker();
        var metsCache = new MetsCache(worker.metsCache());
        String host = HostName.of(worker.hostName()).value();
        Clock clock = Clock.systemUTC();
        var databases = new ServerDatabases();
        return new WorkerParts(
                List.of(
                        OcrRunWorkflowImpl.class,
                        WorkspaceWorkflowImpl.class,
                        CallbackWorkflowImpl.class,
                        CheckupWorkflowImpl.class),
                List.of(
                        new SignallingWorkspaceMailbox(client),
                        new MergingMetsCommit(),
                        new TemporalRunLookup(client, layout),
                        new TemporalOrphanLookup(client),
                        new TemporalStartedJobs(client),
                        new FileRunArchive(layout),
                        new WholeCheckup(client, layout),
                        new HttpCallbackDelivery(worker.callbackTimeout(), worker.callbackTimeout())),
                new HttpFileFetch(properties.fetch().limits(), metsCache, layout),
                processor -> processor.isExternal()
                        ? new ExternalJobs(called(processor), metsCache, layout, host, clock)
                        : new ProcessorJob(launcher(processor, pool), metsCache, layout, host, clock),
                (servers, settings) -> new ProcessorJob(
                        new ServerLauncher(
                                new ServerPool(servers, settings.instances()),
                                databases.at(settings.database()),
                                SERVER_PATIENCE),
                        metsCache,
                        layout,
                        host,
                        clock),
                () -> {
                    pool.close();
                    databases.close();
                });
    }

    /** Outside, a processor goes by its name unless the configuration has a path. */
    private static String called(HostedProcessor processor) {
        return processor.executable() == null
                ? processor.name()
                : processor.executable().toString();
    }

    private static Launcher launcher(HostedProcessor processor, WarmPool pool) {
        var setup = new ProcessorSetup(
                processor.name(),
                Objects.requireNonNull(processor.executable()),
                processor.settings().environment(),
                processor.settings().instances());
        return processor.warm() ? new WarmLauncher(setup, pool) : new ColdLauncher(setup);
    }
}
