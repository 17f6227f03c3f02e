package org.quire.workflows.callback;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Delivers one callback with back-off for a day, detached from the run. */
@WorkflowInterface
public interface CallbackWorkflow {

    @WorkflowMethod(name = "Callback")
    void deliver(Callback callback);
}
