package org.quire.workerhost;

import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.quire.activities.catalogue.WarmProbe;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackDelivery;
import org.quire.workflows.callback.CallbackWorkflow;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.job.JobActivity;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Stands in for what the workers run, so that tests of the wiring run no processor. */
@Configuration(proxyBeanMethods = false)
class FakeParts {

    final AtomicInteger delivered = new AtomicInteger();
    final AtomicInteger released = new AtomicInteger();

    @Bean
    WorkerParts workerParts() {
        CallbackDelivery delivery = callback -> delivered.incrementAndGet();
        return new WorkerParts(
                List.of(Deliver.class),
                List.of(delivery),
                request -> FetchResult.failure("no test fetches for " + request.jobId()),
                processor -> refusing(),
                (servers, settings) -> refusing(),
                released::incrementAndGet);
    }

    private static JobActivity refusing() {
        return request -> {
            throw new UnsupportedOperationException("no test runs " + request.processor());
        };
    }

    @Bean
    WarmProbe warmProbe() {
        return (executable, environment) -> Optional.empty();
    }

    /** Delivers by the engine's own queue. */
    public static final class Deliver implements CallbackWorkflow {
        @Override
        public void deliver(Callback callback) {
            Workflow.newActivityStub(
                            CallbackDelivery.class,
                            ActivityOptions.newBuilder()
                                    .setStartToCloseTimeout(Duration.ofSeconds(10))
                                    .build())
                    .post(callback);
        }
    }
}
