package org.quire.workflows.checkup;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A checkup, which may take hours over a large library, on a worker host that sees the disks. */
@WorkflowInterface
public interface CheckupWorkflow {

    String ID_PREFIX = "checkup/";

    @WorkflowMethod(name = "Checkup")
    CheckupReport run(CheckupScope scope);
}
