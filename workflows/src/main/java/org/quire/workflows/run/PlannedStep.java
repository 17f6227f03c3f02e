package org.quire.workflows.run;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.Parameters;

/**
 * One task of the script, checked and ready to run.
 *
 * @param processor the executable's name, {@code ocrd-…}
 * @param parameters as given and checked against the processor's {@code ocrd-tool.json}
 * @param timeout longest time that one attempt may take
 * @param agent who runs it; null, as in the plans of old runs: a worker
 */
public record PlannedStep(
        String processor,
        List<String> inputGroups,
        List<String> outputGroups,
        Parameters parameters,
        Duration timeout,
        @Nullable Agent agent) {

    public PlannedStep {
        inputGroups = List.copyOf(inputGroups);
        outputGroups = List.copyOf(outputGroups);
    }

    /** A step that worker hosts run themselves. */
    public PlannedStep(
            String processor,
            List<String> inputGroups,
            List<String> outputGroups,
            Parameters parameters,
            Duration timeout) {
        this(processor, inputGroups, outputGroups, parameters, timeout, Agent.WORKER);
    }

    public Agent agentOrWorker() {
        return agent == null ? Agent.WORKER : agent;
    }
}
