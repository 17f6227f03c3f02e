package org.quire.api.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.processor.ProcessorRegistry;
import org.quire.api.run.RunSummary;
import org.quire.api.run.Runs;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** The home page: a status page for people, a short JSON for programs. */
@RestController
@Tag(name = "home")
class HomeController {

    private static final int RUNS_SHOWN = 20;

    private final Runs runs;
    private final ProcessorRegistry processors;
    private final HomePage page;
    private final Clock clock;

    HomeController(Runs runs, ProcessorRegistry processors, HomePage page, Clock clock) {
        this.runs = runs;
        this.processors = processors;
        this.page = page;
        this.clock = clock;
    }

    record Home(String message, Instant time, String version) {}

    @GetMapping("/")
    @Operation(summary = "A status page if HTML is asked for, else the time and the version")
    ResponseEntity<?> home(
            @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept) {
        if (accept.contains(MediaType.TEXT_HTML_VALUE)) {
            return ResponseEntity.ok()
                    .contentType(MediaType.parseMediaType("text/html;charset=UTF-8"))
                    .body(html());
        }
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Home("The home page of Quire", clock.instant(), Version.CURRENT));
    }

    private String html() {
        List<String> names = processors.names();
        try {
            List<RunSummary> recent = runs.recent(RUNS_SHOWN);
            return page.render(recent, names, "");
        } catch (EngineUnavailable e) {
            return page.render(List.of(), names, String.valueOf(e.getMessage()));
        }
    }
}
