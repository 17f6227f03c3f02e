package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunPlan;

/**
 * OCR-D's {@code PYWorkflowJobOutput}: what defaults or is null is left out.
 *
 * @param processingJobIds by the page expression of a unit its job ids in the order of the tasks
 * @param pageWise true, or null as the default
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowJobAnswer(
        @JsonProperty("processing_job_ids") Map<String, List<String>> processingJobIds,
        @JsonProperty("page_id") String pageId,
        @JsonProperty("page_wise") @Nullable Boolean pageWise,
        @JsonProperty("job_id") String jobId,
        @JsonProperty("path_to_mets") String pathToMets,
        @Nullable String description) {

    static WorkflowJobAnswer of(RunPlan plan) {
        var jobs = new LinkedHashMap<String, List<String>>();
        for (int unit = 0; unit < plan.units().count(); unit++) {
            var ids = new ArrayList<String>();
            for (int step = 0; step < plan.steps().size(); step++) {
                ids.add(new JobId(plan.runId(), step, unit).toString());
            }
            jobs.put(UnitPages.expression(plan, unit), ids);
        }
        return new WorkflowJobAnswer(
                jobs,
                plan.requestedPages(),
                plan.pageWise() ? true : null,
                plan.runId().value(),
                plan.workspace().metsPath(),
                plan.description());
    }
}
