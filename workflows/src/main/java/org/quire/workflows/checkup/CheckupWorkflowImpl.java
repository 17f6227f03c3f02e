package org.quire.workflows.checkup;

import io.temporal.workflow.Workflow;
import org.quire.workflows.engine.EngineTimeouts;

/** One activity, which begins again elsewhere if its worker is lost. */
public final class CheckupWorkflowImpl implements CheckupWorkflow {

    private final Checkup checkup = Workflow.newActivityStub(Checkup.class, EngineTimeouts.checkup());

    @Override
    public CheckupReport run(CheckupScope scope) {
        return checkup.examine(scope);
    }
}
