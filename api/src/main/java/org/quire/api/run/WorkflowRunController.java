package org.quire.api.run;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.api.config.ApiProperties;
import org.quire.api.processor.AgentType;
import org.quire.api.script.ScriptStore;
import org.quire.api.script.ScriptUpload;
import org.quire.api.script.WorkflowScript;
import org.quire.api.submission.Fault;
import org.quire.api.submission.RunRequest;
import org.quire.api.submission.Submission;
import org.quire.api.submission.SubmissionRefused;
import org.quire.workflows.run.RunPlan;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Takes runs of workflow scripts. */
@RestController
@Tag(name = "workflow")
class WorkflowRunController {

    private final Submission submission;
    private final ScriptStore scripts;
    private final Runs runs;
    private final ApiProperties properties;

    WorkflowRunController(Submission submission, ScriptStore scripts, Runs runs, ApiProperties properties) {
        this.submission = submission;
        this.scripts = scripts;
        this.runs = runs;
        this.properties = properties;
    }

    @PostMapping("/workflow/run")
    @Operation(summary = "Run a workflow script, uploaded or stored, on a workspace")
    WorkflowJobAnswer run(
            @RequestParam("mets_path") String metsPath,
            @RequestParam(required = false) @Nullable MultipartFile workflow,
            @RequestParam(name = "workflow_id", required = false) @Nullable String workflowId,
            @RequestParam(name = "page_id", defaultValue = "") String pageId,
            @RequestParam(name = "page_wise", required = false) @Nullable Boolean pageWise,
            @RequestParam(name = "page_step", required = false) @Nullable Integer pageStep,
            @RequestParam(defaultValue = "false") boolean overwrite,
            @RequestParam(name = "agent_type", required = false) @Nullable String agentType,
            @RequestParam(name = "workflow_callback_url", required = false) @Nullable String workflowCallbackUrl,
            HttpServletRequest http) {
        RunPlan plan = plan(
                metsPath,
                script(workflowId, workflow, http),
                pageId,
                pagesPerJob(pageWise, pageStep),
                overwrite,
                agentType,
                workflowCallbackUrl);
        runs.start(plan);
        return WorkflowJobAnswer.of(plan);
    }

    @PostMapping("/workflow/validate")
    @Operation(summary = "Say what a run would do, or all that is wrong with it; nothing is started or written")
    PlannedAnswer validate(
            @RequestParam("mets_path") String metsPath,
            @RequestParam(required = false) @Nullable MultipartFile workflow,
            @RequestParam(name = "workflow_id", required = false) @Nullable String workflowId,
            @RequestParam(name = "page_id", defaultValue = "") String pageId,
            @RequestParam(name = "page_wise", required = false) @Nullable Boolean pageWise,
            @RequestParam(name = "page_step", required = false) @Nullable Integer pageStep,
            @RequestParam(defaultValue = "false") boolean overwrite,
            @RequestParam(name = "agent_type", required = false) @Nullable String agentType,
            HttpServletRequest http) {
        return PlannedAnswer.of(plan(
                metsPath,
                script(workflowId, workflow, http),
                pageId,
                pagesPerJob(pageWise, pageStep),
                overwrite,
                agentType,
                null));
    }

    private RunPlan plan(
            String metsPath,
            WorkflowScript script,
            String pages,
            int pagesPerJob,
            boolean overwrite,
            @Nullable String agentType,
            @Nullable String callbackUrl) {
        AgentType agents = AgentType.of(agentType).orElseThrow(() -> bad(AgentType.refusal(agentType)));
        return submission.plan(new RunRequest(
                RunPlan.Kind.WORKFLOW,
                metsPath,
                script,
                pages,
                pagesPerJob,
                overwrite,
                List.of(),
                null,
                callbackUrl,
                null,
                agents));
    }

    /** A stored script wins over an uploaded one, as on OCR-D's server. */
    private WorkflowScript script(@Nullable String id, @Nullable MultipartFile upload, HttpServletRequest http) {
        if (id == null || id.isEmpty()) {
            return WorkflowScript.parse(ScriptUpload.read(upload, http));
        }
        String text = ScriptStore.id(id)
                .flatMap(scripts::find)
                .orElseThrow(
                        () -> new SubmissionRefused(Fault.Kind.NOT_FOUND, "Workflow with id '" + id + "' not found."));
        return WorkflowScript.parse(text);
    }

    /** {@code page_step} wins: OCR-D's client always sends {@code page_wise}. */
    private int pagesPerJob(@Nullable Boolean pageWise, @Nullable Integer pageStep) {
        if (pageStep != null && pageStep < 1) {
            throw bad("Expected page_step from 1 up, but got " + pageStep + ".");
        }
        if (pageStep != null) {
            return pageStep;
        }
        return (pageWise == null ? properties.pageWiseDefault() : pageWise) ? 1 : 0;
    }

    private static SubmissionRefused bad(String message) {
        return new SubmissionRefused(Fault.Kind.BAD_REQUEST, message);
    }
}
