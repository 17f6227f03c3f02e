package org.quire.api.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every fault as an answer: problem details (RFC 9457), whose {@code detail} is what OCR-D's clients read. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    ProblemDetail refused(SubmissionRefused refused) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(refused.status()), refused.getMessage());
        List<String> faults = refused.faults().stream().map(Fault::message).toList();
        problem.setProperty("faults", faults);
        return problem;
    }

    @ExceptionHandler
    ProblemDetail badUpload(BadUpload e) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, e);
    }

    @ExceptionHandler
    ProblemDetail unknownRun(UnknownRun e) {
        return problem(HttpStatus.NOT_FOUND, e);
    }

    /** 422, as on OCR-D's server. */
    @ExceptionHandler
    ProblemDetail unknownJob(UnknownJob e) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, e);
    }

    @ExceptionHandler
    ProblemDetail ended(RunEnded e) {
        return problem(HttpStatus.CONFLICT, e);
    }

    @ExceptionHandler
    ProblemDetail notResumable(NotResumable e) {
        return problem(HttpStatus.CONFLICT, e);
    }

    @ExceptionHandler
    ProblemDetail unavailable(EngineUnavailable e) {
        LOG.warn("{} ({})", e.getMessage(), String.valueOf(e.getCause()));
        return problem(HttpStatus.SERVICE_UNAVAILABLE, e);
    }

    @ExceptionHandler
    ProblemDetail unexpected(RuntimeException e) {
        String reference = UUID.randomUUID().toString();
        LOG.error("Unexpected fault {}", reference, e);
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "Unexpected fault; the server's log has more under " + reference + ".");
    }

    private static ProblemDetail problem(HttpStatus status, RuntimeException e) {
        return ProblemDetail.forStatusAndDetail(status, e.getMessage());
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return invalid("Expected the parameter " + e.getParameterName() + ", but it is missing.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name =
                e instanceof MethodArgumentTypeMismatchException argument ? argument.getName() : e.getPropertyName();
        String type =
                e.getRequiredType() == null ? "other" : e.getRequiredType().getSimpleName();
        return invalid("Expected a value of type " + type + " as " + name + ", but got '" + e.getValue() + "'.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String cause = e.getMostSpecificCause().getMessage();
        return invalid("Expected a JSON body of the documented form, but it can't be read: "
                + cause.lines().findFirst().orElse(""));
    }

    /** The shape that OCR-D's server has for these, and the {@code detail} that its client looks for. */
    private static ResponseEntity<Object> invalid(String message) {
        return ResponseEntity.unprocessableContent().body(new InvalidRequest(10422, message, null, message));
    }

    @JsonInclude(JsonInclude.Include.ALWAYS)
    record InvalidRequest(
            @JsonProperty("status_code") int statusCode,
            String message,
            @Nullable Object data,
            String detail) {}
}
