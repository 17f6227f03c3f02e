package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunPlan;

/** OCR-D's {@code PYJobOutput}: what is null is left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProcessorJobAnswer(
        @JsonProperty("job_id") String jobId,
        @JsonProperty("processor_name") String processorName,
        JobState state,
        @JsonProperty("path_to_mets") String pathToMets,
        @JsonProperty("input_file_grps") List<String> inputFileGroups,
        @JsonProperty("output_file_grps") List<String> outputFileGroups,
        @JsonProperty("page_id") @Nullable String pageId,
        @JsonProperty("log_file_path") @Nullable String logFilePath) {

    static ProcessorJobAnswer of(RunPlan plan, JobId job, JobState state, @Nullable String logFilePath) {
        PlannedStep step = plan.steps().get(job.step());
        String pages = UnitPages.expression(plan, job.unit());
        return new ProcessorJobAnswer(
                job.toString(),
                step.processor(),
                state,
                plan.workspace().metsPath(),
                step.inputGroups(),
                step.outputGroups(),
                pages.isEmpty() ? null : pages,
                logFilePath);
    }
}
