package org.quire.api.processor;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.registry.WorkerHostEntry;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Which processors there are, and their tools' descriptions. */
@RestController
@RequestMapping("/processor")
@Tag(name = "processor")
class ProcessorController {

    private final ProcessorRegistry processors;

    ProcessorController(ProcessorRegistry processors) {
        this.processors = processors;
    }

    @GetMapping
    @Operation(summary = "Names of the processors that live workers or Processor Servers offer")
    List<String> names() {
        return processors.names();
    }

    @GetMapping(path = "/info/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The entry of a processor in its ocrd-tool.json, verbatim")
    String info(
            @PathVariable String name,
            @RequestParam(name = "agent_type", required = false) @Nullable String agentType) {
        AgentType type = AgentType.of(agentType)
                .orElseThrow(() -> problem(HttpStatus.UNPROCESSABLE_CONTENT, AgentType.refusal(agentType)));
        WorkerHostEntry.Processor processor = processors.live(type).get(name);
        if (processor == null) {
            throw problem(
                    HttpStatus.NOT_FOUND,
                    switch (type) {
                        case WORKER -> "Processing Worker '" + name + "' not found.";
                        case SERVER -> "Network agent of type 'server' for processor '" + name + "' not found.";
                    });
        }
        return processor.tool().toString();
    }

    private static ErrorResponseException problem(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }
}
