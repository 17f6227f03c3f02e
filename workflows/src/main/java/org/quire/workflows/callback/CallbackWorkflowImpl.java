package org.quire.workflows.callback;

import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import org.quire.workflows.engine.TaskQueues;

/** Tries until the receiver answers or the day is over; giving up is no failure of anybody else's. */
public final class CallbackWorkflowImpl implements CallbackWorkflow {

    private static final Duration GIVE_UP_AFTER = Duration.ofHours(24);
    private static final Duration ONE_ATTEMPT = Duration.ofMinutes(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final CallbackDelivery delivery = Workflow.newActivityStub(
            CallbackDelivery.class,
            ActivityOptions.newBuilder()
                    .setTaskQueue(TaskQueues.ENGINE)
                    .setStartToCloseTimeout(ONE_ATTEMPT)
                    .setScheduleToCloseTimeout(GIVE_UP_AFTER)
                    .setRetryOptions(RetryOptions.newBuilder()
                            .setInitialInterval(FIRST_PAUSE)
                            .setMaximumInterval(LONGEST_PAUSE)
                            .build())
                    .build());

    @Override
    public void deliver(Callback callback) {
        try {
            delivery.post(callback);
        } catch (ActivityFailure e) {
            Workflow.getLogger(CallbackWorkflowImpl.class)
                    .warn("Gave up telling {} of {}: {}", callback.url(), callback.jobId(), e.getMessage());
        }
    }
}
