package org.quire.api.lifecycle;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Ends the server, as {@code POST /stop} of OCR-D's Processing Server does. */
@RestController
@Tag(name = "server")
class StopController {

    private static final Logger LOG = LoggerFactory.getLogger(StopController.class);

    private final ApplicationEventPublisher events;

    StopController(ApplicationEventPublisher events) {
        this.events = events;
    }

    record Stopping(String message) {}

    /** The listener ends the server in a thread of its own, and that waits for this answer to be sent. */
    @PostMapping("/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(summary = "End the server in good order; runs go on when it is back")
    Stopping stop() {
        LOG.info("The server ends, because a client asked for it");
        events.publishEvent(new StopRequested());
        return new Stopping("The server ends. Runs go on when it is back.");
    }
}
