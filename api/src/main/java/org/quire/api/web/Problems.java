package org.quire.api.web;

import java.util.List;
import java.util.UUID;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.run.NotResumable;
import org.quire.api.run.RunEnded;
import org.quire.api.run.UnknownJob;
import org.quire.api.run.UnknownRun;
import org.quire.api.script.ScriptUpload.BadUpload;
import org.quire.api.submission.Fault;
import org.quire.api.submission.SubmissionRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Every fault as an answer: problem details (RFC 9457), whose {@code detail} is what OCR-D's clients read. */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(SubmissionRefused refused) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(refused.status()), refused.getMessage());
        List<String> faults = refused.faults().stream().map(Fault::message).toList();
        problem.setProperty("faults", faults);
        if (refused.faults().getFirst().kind() == Fault.Kind.BAD_REQUEST) {
            // OCR-D's server has these for what is wrong with the form of a request.
            problem.setProperty("status_code", RequestProblems.INVALID_REQUEST);
            problem.setProperty("message", refused.getMessage());
            problem.setProperty("data", null);
        }
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> badUpload(BadUpload e) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownRun(UnknownRun e) {
        return problem(HttpStatus.NOT_FOUND, e);
    }

    /** 422, as on OCR-D's server. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownJob(UnknownJob e) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> ended(RunEnded e) {
        return problem(HttpStatus.CONFLICT, e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notResumable(NotResumable e) {
        return problem(HttpStatus.CONFLICT, e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(EngineUnavailable e) {
        LOG.warn("{} ({})", e.getMessage(), String.valueOf(e.getCause()));
        return problem(HttpStatus.SERVICE_UNAVAILABLE, e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unexpected(RuntimeException e) {
        String reference = UUID.randomUUID().toString();
        LOG.error("Unexpected fault {}", reference, e);
        return answer(ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "Unexpected fault; the server's log has more under " + reference + "."));
    }

    private static ResponseEntity<ProblemDetail> problem(HttpStatus status, RuntimeException e) {
        return answer(ProblemDetail.forStatusAndDetail(status, e.getMessage()));
    }

    /** Whatever the client would accept: a fault without a word helps nobody. */
    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
