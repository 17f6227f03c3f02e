package org.quire.api.processor;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.quire.workflows.registry.WorkerHostEntry;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
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
    @Operation(summary = "Names of the processors that live workers offer")
    List<String> names() {
        return List.copyOf(processors.live().keySet());
    }

    @GetMapping(path = "/info/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The entry of a processor in its ocrd-tool.json, verbatim")
    String info(@PathVariable String name) {
        WorkerHostEntry.Processor processor = processors.live().get(name);
        if (processor == null) {
            throw new ErrorResponseException(
                    HttpStatus.NOT_FOUND,
                    ProblemDetail.forStatusAndDetail(
                            HttpStatus.NOT_FOUND, "Processing Worker '" + name + "' not found."),
                    null);
        }
        return processor.tool().toString();
    }
}
