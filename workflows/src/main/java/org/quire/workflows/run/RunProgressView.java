package org.quire.workflows.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run at a glance, as people read it in the Temporal Web UI: counts per step and what failed. */
public record RunProgressView(
        RunState state, @Nullable String reason, List<StepCounts> steps, List<RunStatus.Failure> failures) {

    /** How many jobs of a step are in each state; they add up to the number of units. */
    public record StepCounts(
            int step, String processor, int cached, int queued, int succeeded, int failed, int cancelled) {}
}
