package org.quire.workflows.run;

import java.time.Duration;
import java.util.List;
import org.quire.workflows.job.Parameters;

/**
 * One task of the script, checked and ready to run.
 *
 * @param processor the executable's name, {@code ocrd-…}
 * @param parameters as given and checked against the processor's {@code ocrd-tool.json}
 * @param timeout longest time that one attempt may take
 */
public record PlannedStep(
        String processor,
        List<String> inputGroups,
        List<String> outputGroups,
        Parameters parameters,
        Duration timeout) {

    public PlannedStep {
        inputGroups = List.copyOf(inputGroups);
        outputGroups = List.copyOf(outputGroups);
    }
}
