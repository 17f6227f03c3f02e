package org.quire.workflows.run;

import org.jspecify.annotations.Nullable;

/**
 * Input of {@link OcrRunWorkflow}.
 *
 * @param carried what an earlier execution of the same run hands on when it continues as new; null at the start
 */
public record RunInput(RunPlan plan, @Nullable RunCarry carried) {

    public static RunInput start(RunPlan plan) {
        return new RunInput(plan, null);
    }

    public static RunInput resume(ResumedRun run) {
        return new RunInput(run.plan(), RunCarry.resumed(run.plan().submittedAt(), run.jobStates()));
    }
}
