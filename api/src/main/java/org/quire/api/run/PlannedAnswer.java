package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunPlan;

/**
 * What a run would do.
 *
 * @param pages how many it would work on
 * @param jobs how many there would be, of all steps together
 * @param steps in the order of the script
 */
public record PlannedAnswer(
        @JsonProperty("path_to_mets") String pathToMets, int pages, int jobs, List<PlannedTask> steps) {

    /** One task of the script. */
    public record PlannedTask(
            @JsonProperty("processor_name") String processorName,
            @JsonProperty("input_file_grps") List<String> inputFileGrps,
            @JsonProperty("output_file_grps") List<String> outputFileGrps) {

        static PlannedTask of(PlannedStep step) {
            return new PlannedTask(step.processor(), step.inputGroups(), step.outputGroups());
        }
    }

    static PlannedAnswer of(RunPlan plan) {
        return new PlannedAnswer(
                plan.workspace().metsPath(),
                plan.units().pages().size(),
                plan.units().count() * plan.steps().size(),
                plan.steps().stream().map(PlannedTask::of).toList());
    }
}
