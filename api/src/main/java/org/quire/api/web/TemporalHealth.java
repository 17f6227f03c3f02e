package org.quire.api.web;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.client.WorkflowClient;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Whether Temporal answers: without it the server can take no runs. */
@Component("temporalHealthIndicator")
class TemporalHealth extends AbstractHealthIndicator {

    private static final Set<Status.Code> AWAY = Set.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED);
    private static final int DEADLINE_SECONDS = 2;

    private final WorkflowClient client;

    TemporalHealth(WorkflowClient client) {
        super("Temporal does not answer");
        this.client = client;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        try {
            // The client's own stub would first try to connect for half a minute; a probe wants an answer now.
            WorkflowServiceGrpc.newBlockingStub(client.getWorkflowServiceStubs().getRawChannel())
                    .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
                    .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
        } catch (StatusRuntimeException e) {
            if (AWAY.contains(e.getStatus().getCode())) {
                builder.down().withDetail("reason", "Temporal does not answer.");
                return;
            }
            // It answers, even if not to this bare question, which carries no credentials.
        }
        builder.up();
    }
}
