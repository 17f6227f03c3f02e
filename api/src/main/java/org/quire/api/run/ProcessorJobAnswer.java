package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunPlan;

/** OCR-D's {@code PYJobOutput}: what is null is left out. {@code external} is Quire's own. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProcessorJobAnswer(
        @JsonProperty("job_id") String jobId,
        @JsonProperty("processor_name") String processorName,
        JobState state,
        @JsonProperty("path_to_mets") String pathToMets,
        @JsonProperty("input_file_grps") List<String> inputFileGroups,
        @JsonProperty("output_file_grps") List<String> outputFileGroups,
        @JsonProperty("page_id") @Nullable String pageId,
        @JsonProperty("log_file_path") @Nullable String logFilePath,
        @Nullable External external) {

    /**
     * What an agent outside needs to run a job that is handed out.
     *
     * @param sandbox the folder to work in
     * @param mets the METS in it
     * @param command what to run, an argument each
     * @param token to be sent with the result
     */
    public record External(String sandbox, String mets, List<String> command, String token) {

        static External of(HandedOut job) {
            return new External(job.sandbox(), job.mets(), job.command(), job.token());
        }
    }

    /** @param handedOut null: it is not handed out now */
    static ProcessorJobAnswer of(
            RunPlan plan, JobId job, JobState state, @Nullable String logFilePath, @Nullable HandedOut handedOut) {
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
                logFilePath,
                handedOut == null ? null : External.of(handedOut));
    }
}
