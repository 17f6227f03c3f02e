package org.quire.api.web;

import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.client.WorkflowClient;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Whether Temporal answers: without it the server can take no runs. */
@Component("temporalHealthIndicator")
class TemporalHealth extends AbstractHealthIndicator {

    private static final int DEADLINE_SECONDS = 2;

    private final WorkflowClient client;

    TemporalHealth(WorkflowClient client) {
        super("Temporal does not answer");
        this.client = client;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        client.getWorkflowServiceStubs()
                .blockingStub()
                .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
                .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
        builder.up();
    }
}
