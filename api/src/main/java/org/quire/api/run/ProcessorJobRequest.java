package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.api.processor.AgentType;
import org.quire.api.script.ProcessorTask;
import org.quire.api.script.WorkflowScript;
import org.quire.api.submission.Fault;
import org.quire.api.submission.RunRequest;
import org.quire.api.submission.SubmissionRefused;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.run.RunPlan;
import tools.jackson.databind.JsonNode;

/**
 * OCR-D's {@code PYJobInput}, with {@code agent_type} as in 2.x, and {@code overwrite}; unknown fields are ignored, and an empty text
 * counts as none, as it does there.
 */
public record ProcessorJobRequest(
        @JsonProperty("path_to_mets") @Nullable String pathToMets,
        @JsonProperty("workspace_id") @Nullable String workspaceId,
        @Nullable String description,
        @JsonProperty("input_file_grps") @Nullable List<String> inputFileGroups,
        @JsonProperty("output_file_grps") @Nullable List<String> outputFileGroups,
        @JsonProperty("page_id") @Nullable String pageId,
        @Schema(type = "object") @Nullable JsonNode parameters,
        @JsonProperty("callback_url") @Nullable String callbackUrl,
        @JsonProperty("job_id") @Nullable String jobId,
        @JsonProperty("depends_on") @Nullable List<String> dependsOn,
        @Nullable Boolean overwrite,
        @JsonProperty("agent_type") @Nullable String agentType) {

    public ProcessorJobRequest {
        pathToMets = orNull(pathToMets);
        workspaceId = orNull(workspaceId);
        pageId = orNull(pageId);
        jobId = orNull(jobId);
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /**
     * @param agentTypeOfQuery the request's parameter of this name, where it is as good as the body's field
     * @throws SubmissionRefused if the fields contradict OCR-D's own rules for them
     */
    RunRequest toRunRequest(String processor, @Nullable String agentTypeOfQuery) {
        List<Fault> faults = faults(agentTypeOfQuery);
        if (!faults.isEmpty() || inputFileGroups == null || pathToMets == null) {
            throw new SubmissionRefused(faults);
        }
        var task = new ProcessorTask(0, processor, inputFileGroups, orEmpty(outputFileGroups), parametersGiven());
        return new RunRequest(
                RunPlan.Kind.PROCESSOR,
                pathToMets,
                new WorkflowScript(List.of(task), List.of()),
                pageId == null ? "" : pageId,
                0,
                Boolean.TRUE.equals(overwrite),
                orEmpty(dependsOn),
                callbackUrl,
                null,
                description,
                AgentType.of(agentType == null ? agentTypeOfQuery : agentType).orElse(AgentType.WORKER));
    }

    private List<Fault> faults(@Nullable String agentTypeOfQuery) {
        var faults = new ArrayList<Fault>();
        Stream.of(Optional.ofNullable(agentType), Optional.ofNullable(agentTypeOfQuery))
                .flatMap(Optional::stream)
                .filter(text -> AgentType.of(text).isEmpty())
                .forEach(text -> faults.add(bad(AgentType.refusal(text))));
        if (agentType != null && agentTypeOfQuery != null && !agentType.equals(agentTypeOfQuery)) {
            faults.add(bad("Expected one agent_type, but got '" + agentType + "' in the body and '" + agentTypeOfQuery
                    + "' as a parameter."));
        }
        if (jobId != null) {
            faults.add(bad("Processing request job id field is set but must not be: " + jobId));
        }
        workspaceFault().ifPresent(faults::add);
        if (inputFileGroups == null) {
            faults.add(bad("Expected a list as input_file_grps, but it is missing."));
        }
        faults.addAll(holes("input_file_grps", inputFileGroups));
        faults.addAll(holes("output_file_grps", outputFileGroups));
        faults.addAll(holes("depends_on", dependsOn));
        if (description != null && description.indexOf(0) >= 0) {
            faults.add(bad("Expected a description of text, but it has a NUL character."));
        }
        if (parameters != null && !parameters.isObject()) {
            faults.add(bad("Expected a JSON object as parameters, but got another value."));
        }
        return faults;
    }

    /** No API gives a workspace an id, so every id is unknown: 404, as on OCR-D's server. */
    private Optional<Fault> workspaceFault() {
        if ((workspaceId == null) != (pathToMets == null)) {
            return Optional.ofNullable(workspaceId)
                    .map(id -> new Fault(
                            Fault.Kind.NOT_FOUND,
                            "Workspace with id '" + id
                                    + "' not found: workspaces are named by their path here, so send path_to_mets."));
        }
        return Optional.of(bad(
                pathToMets == null
                        ? "Expected path_to_mets, but it is missing."
                        : "Expected path_to_mets alone, but workspace_id is '" + workspaceId + "'."));
    }

    private static List<Fault> holes(String field, @Nullable List<String> list) {
        return list != null && list.contains(null)
                ? List.of(bad("Expected a list of strings as " + field + ", but it contains null."))
                : List.of();
    }

    private static Fault bad(String message) {
        return new Fault(Fault.Kind.BAD_REQUEST, message);
    }

    private static List<String> orEmpty(@Nullable List<String> list) {
        return list == null ? List.of() : list;
    }

    /** The web layer and Temporal's payloads use different generations of Jackson: JSON text is the bridge. */
    private Parameters parametersGiven() {
        if (parameters == null) {
            return Parameters.NONE;
        }
        try {
            return new Parameters(QuireData.mapper().readValue(parameters.toString(), ObjectNode.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Expected one Jackson to read what the other wrote.", e);
        }
    }
}
