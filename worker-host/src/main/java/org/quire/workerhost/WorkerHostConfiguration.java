package org.quire.workerhost;

import io.grpc.ClientInterceptor;
import io.temporal.client.WorkflowClient;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.spring.boot.TemporalOptionsCustomizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.quire.activities.catalogue.ProcessorCatalogue;
import org.quire.activities.catalogue.ProcessorSettings;
import org.quire.activities.catalogue.WarmProbe;
import org.quire.activities.catalogue.WorkerConfig;
import org.quire.activities.catalogue.WorkerConfigReader;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** All beans of a worker host; another application becomes one by importing this class. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(QuireWorkerHostProperties.class)
@Import(ProcessorParts.class)
public class WorkerHostConfiguration {

    /** By this name the Temporal starter takes it for its clients. */
    @Bean("mainDataConverter")
    @ConditionalOnMissingBean
    DataConverter mainDataConverter() {
        return QuireData.converter();
    }

    @Bean
    TemporalOptionsCustomizer<WorkflowServiceStubsOptions.Builder> terminatedHistories() {
        return options -> {
            var interceptors = new ArrayList<ClientInterceptor>(List.of(new TerminatedHistories()));
            Optional.ofNullable(options.build().getGrpcClientInterceptors()).ifPresent(interceptors::addAll);
            return options.setGrpcClientInterceptors(interceptors);
        };
    }

    @Bean
    @ConditionalOnMissingBean
    DataLayout dataLayout(QuireWorkerHostProperties properties) {
        return new DataLayout(properties.dataDir());
    }

    @Bean
    WorkerConfig workerConfig(QuireWorkerHostProperties properties) {
        var standard = ProcessorSettings.standard(properties.worker().defaultTimeout());
        return properties.workerConfig() == null
                ? WorkerConfig.ofDefaults(standard)
                : WorkerConfigReader.read(properties.workerConfig(), standard);
    }

    @Bean
    ProcessorCatalogue processorCatalogue(
            WorkerConfig config, QuireWorkerHostProperties properties, DataLayout layout, WarmProbe probe) {
        return new ProcessorCatalogue(
                config, properties.processors(), System.getenv().getOrDefault("PATH", ""), layout.toolCache(), probe);
    }

    @Bean
    WorkerHost workerHost(
            WorkflowClient client,
            ProcessorCatalogue catalogue,
            WorkerParts parts,
            DataLayout layout,
            WorkerConfig config,
            QuireWorkerHostProperties properties) {
        return new WorkerHost(
                client, catalogue, parts, layout, config.servers(), properties.worker(), properties.fetch());
    }
}
