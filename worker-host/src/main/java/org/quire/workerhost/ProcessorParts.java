package org.quire.workerhost;

import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import org.quire.activities.callback.HttpCallbackDelivery;
import org.quire.activities.catalogue.HostedProcessor;
import org.quire.activities.catalogue.WarmProbe;
import org.quire.activities.job.ColdLauncher;
import org.quire.activities.job.Launcher;
import org.quire.activities.job.ProcessorJob;
import org.quire.activities.job.WarmLauncher;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.report.FileRunArchive;
import org.quire.activities.warm.WarmPool;
import org.quire.activities.warm.WarmSupport;
import org.quire.activities.workspace.MergingMetsCommit;
import org.quire.activities.workspace.SignallingWorkspaceMailbox;
import org.quire.activities.workspace.TemporalOrphanLookup;
import org.quire.activities.workspace.TemporalRunLookup;
import org.quire.activities.workspace.TemporalStartedJobs;
import org.quire.mets.MetsCache;
import org.quire.workflows.callback.CallbackWorkflowImpl;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.run.OcrRunWorkflowImpl;
import org.quire.workflows.workspace.WorkspaceWorkflowImpl;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the workers of a host run: the workflows, what they call, and real processors. */
@Configuration(proxyBeanMethods = false)
class ProcessorParts {

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
                return pool.probe(executable, environment) instanceof WarmSupport.Supported;
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
        return new WorkerParts(
                List.of(OcrRunWorkflowImpl.class, WorkspaceWorkflowImpl.class, CallbackWorkflowImpl.class),
                List.of(
                        new SignallingWorkspaceMailbox(client),
                        new MergingMetsCommit(),
                        new TemporalRunLookup(client, layout),
                        new TemporalOrphanLookup(client),
                        new TemporalStartedJobs(client),
                        new FileRunArchive(layout),
                        new HttpCallbackDelivery(worker.callbackTimeout(), worker.callbackTimeout())),
                processor -> new ProcessorJob(launcher(processor, pool), metsCache, layout, host, Clock.systemUTC()),
                pool::close);
    }

    private static Launcher launcher(HostedProcessor processor, WarmPool pool) {
        var setup = new ProcessorSetup(
                processor.name(),
                processor.executable(),
                processor.settings().environment(),
                processor.settings().instances());
        return processor.warm() ? new WarmLauncher(setup, pool) : new ColdLauncher(setup);
    }
}
