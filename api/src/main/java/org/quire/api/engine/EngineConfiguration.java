package org.quire.api.engine;

import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.RpcRetryOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import org.quire.api.config.ApiProperties;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The client that requests use. Workers in the same process keep one that tries for a minute, since a result must not be lost; a
 * person who asks wants to hear within seconds that Temporal is away.
 */
@Configuration(proxyBeanMethods = false)
public class EngineConfiguration {

    /** The name of the client, to be asked for by {@code @Qualifier}. */
    public static final String CLIENT = "requestWorkflowClient";

    private static final String STUBS = "requestServiceStubs";

    @Bean(name = STUBS, defaultCandidate = false, destroyMethod = "shutdownNow")
    WorkflowServiceStubs requestServiceStubs(WorkflowClient client, ApiProperties properties) {
        return impatient(client.getWorkflowServiceStubs().getOptions(), properties.engineAnswer());
    }

    @Bean(name = CLIENT, defaultCandidate = false)
    WorkflowClient requestWorkflowClient(WorkflowClient client, @Qualifier(STUBS) WorkflowServiceStubs stubs) {
        return WorkflowClient.newInstance(stubs, client.getOptions());
    }

    /**
     * @param patience how long calls are repeated while nothing listens there; one that is taken and not answered may take twice as
     *     long. Queries keep their own limit, because a workflow with a long history is slow to answer.
     */
    static WorkflowServiceStubs impatient(WorkflowServiceStubsOptions options, Duration patience) {
        return WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder(options)
                .setSystemInfoTimeout(patience)
                .setRpcTimeout(patience.multipliedBy(2))
                .setRpcRetryOptions(RpcRetryOptions.newBuilder(options.getRpcRetryOptions())
                        .setExpiration(patience)
                        .build())
                .build());
    }
}
