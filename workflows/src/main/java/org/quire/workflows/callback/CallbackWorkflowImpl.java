package org.quire.workflows.callback;

import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import org.quire.workflows.engine.EngineTimeouts;
import org.slf4j.Logger;

/** Tries to deliver for a day, then ends quietly: nobody waits for it. */
public final class CallbackWorkflowImpl implements CallbackWorkflow {

    private static final Logger LOG = Workflow.getLogger(CallbackWorkflowImpl.class);

    private final CallbackDelivery delivery =
            Workflow.newActivityStub(CallbackDelivery.class, EngineTimeouts.callback());

    @Override
    public void deliver(Callback callback) {
        try {
            delivery.post(callback);
        } catch (ActivityFailure e) {
            LOG.warn("Gave up telling {} that {} ended: {}", callback.url(), callback.jobId(), e.getMessage());
        }
    }
}
