package org.quire.api.run;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Runs in Quire's own words, which say more than OCR-D's. */
@RestController
@RequestMapping("/run")
@Tag(name = "run")
class RunController {

    private static final int MOST_LISTED = 500;

    private final Runs runs;
    private final RunLookUp lookUp;
    private final WebUi webUi;

    RunController(Runs runs, RunLookUp lookUp, WebUi webUi) {
        this.runs = runs;
        this.lookUp = lookUp;
        this.webUi = webUi;
    }

    @GetMapping
    @Operation(summary = "The latest runs, newest first")
    List<RunSummary> recent(@RequestParam(defaultValue = "50") int limit) {
        return runs.recent(Math.clamp(limit, 1, MOST_LISTED));
    }

    @GetMapping("/{id}")
    @Operation(summary = "All that is known of a run")
    RunDetails run(@PathVariable String id) {
        RunSnapshot run = lookUp.run(id);
        return RunDetails.of(run, webUi.of(run.plan().runId()));
    }
}
