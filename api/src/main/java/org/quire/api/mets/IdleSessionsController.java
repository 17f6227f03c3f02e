package org.quire.api.mets;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import org.quire.mets.session.MetsSessions;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Closes METS sessions that nobody uses. Where OCR-D's server kills processes, used or not, this only frees memory. */
@RestController
@Tag(name = "workspace")
class IdleSessionsController {

    private final MetsSessions sessions;

    IdleSessionsController(MetsSessions sessions) {
        this.sessions = sessions;
    }

    @DeleteMapping("/kill_mets_server_zombies")
    @Operation(summary = "Close the METS sessions that have been idle for so long; their numbers")
    List<Integer> close(
            @RequestParam(name = "minutes_ago", defaultValue = "90") int minutesAgo,
            @RequestParam(name = "dry_run", defaultValue = "false") boolean dryRun) {
        if (minutesAgo < 0) {
            HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
            String detail = "Expected minutes_ago from 0 up, but got " + minutesAgo + ".";
            throw new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
        }
        Duration idle = Duration.ofMinutes(minutesAgo);
        return dryRun ? sessions.idle(idle) : sessions.closeIdle(idle);
    }
}
