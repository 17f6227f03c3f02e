package org.quire.api.script;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Stored workflow scripts. Their processors and parameters are checked when they run. */
@RestController
@RequestMapping("/workflow")
@Tag(name = "workflow")
class ScriptController {

    private final ScriptStore scripts;

    ScriptController(ScriptStore scripts) {
        this.scripts = scripts;
    }

    record StoredScript(@JsonProperty("workflow_id") UUID workflowId) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Store a workflow script")
    StoredScript add(@RequestParam(required = false) @Nullable MultipartFile workflow, HttpServletRequest http) {
        return switch (scripts.add(parsable(workflow, http))) {
            case ScriptStore.Stored.New stored -> new StoredScript(stored.id());
            case ScriptStore.Stored.Duplicate same ->
                throw problem(
                        HttpStatus.CONFLICT, "The same workflow script already exists, workflow id: " + same.id());
        };
    }

    @PutMapping("/{id}")
    @Operation(summary = "Replace a stored workflow script")
    StoredScript replace(
            @PathVariable String id,
            @RequestParam(required = false) @Nullable MultipartFile workflow,
            HttpServletRequest http) {
        String text = parsable(workflow, http);
        return ScriptStore.id(id)
                .filter(script -> scripts.replace(script, text))
                .map(StoredScript::new)
                .orElseThrow(() -> notFound(id));
    }

    @GetMapping(path = "/{id}", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
    @Operation(summary = "The text of a stored workflow script")
    String find(@PathVariable String id) {
        return ScriptStore.id(id).flatMap(scripts::find).orElseThrow(() -> notFound(id));
    }

    private static String parsable(@Nullable MultipartFile upload, HttpServletRequest http) {
        String text = ScriptUpload.read(upload, http);
        WorkflowScript script = WorkflowScript.parse(text);
        if (!script.faults().isEmpty()) {
            throw problem(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "Provided workflow script is invalid, failed to parse ProcessorTasks.\n"
                            + String.join("\n", script.faults()));
        }
        return text;
    }

    private static ErrorResponseException notFound(String id) {
        return problem(HttpStatus.NOT_FOUND, "Workflow script not existing for id '" + id + "'.");
    }

    private static ErrorResponseException problem(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }
}
