package org.quire.api.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.quire.api.web.RequestSizeLimit.TooLarge;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Requests that never became a call of a controller, because they are not of the form that it takes. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestProblems extends ResponseEntityExceptionHandler {

    /** What OCR-D's server calls a request that is not of the form that it takes. */
    static final int INVALID_REQUEST = 10422;

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
        return invalid("Expected " + word(e.getRequiredType()) + " as " + name + ", but got '"
                + Shortened.of(String.valueOf(e.getValue())) + "'.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MismatchedInputException mismatch) {
                return invalid(
                        "Expected " + word(mismatch.getTargetType()) + place(mismatch) + ", but got something else.");
            }
            if (cause instanceof JacksonException jackson) {
                return invalid("Expected a JSON body in UTF-8, but it can't be read: "
                        + Shortened.of(Objects.requireNonNullElse(jackson.getOriginalMessage(), "it ends early")));
            }
        }
        return invalid("Expected a JSON body in UTF-8, but it is missing or can't be read.");
    }

    /** Where in the document the wrong value is. */
    private static String place(MismatchedInputException mismatch) {
        var place = new StringBuilder();
        for (JacksonException.Reference step : mismatch.getPath()) {
            place.append(step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
        }
        return place.isEmpty() ? " as the body" : " as " + place.toString().replaceFirst("^\\.", "");
    }

    private static String word(@Nullable Class<?> type) {
        if (type == null) {
            return "another value";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return switch (type.getSimpleName().toLowerCase(Locale.ROOT)) {
            case "boolean" -> "true or false";
            case "int", "integer", "long" -> "a whole number";
            case "uuid" -> "an id such as 123e4567-e89b-12d3-a456-426614174000";
            case "multipartfile" -> "an uploaded file";
            case "string" -> "a string";
            default -> type.isEnum() ? "one of " + List.of(type.getEnumConstants()) : "a JSON object";
        };
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
            HttpRequestMethodNotSupportedException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String[] supported = Objects.requireNonNullElse(e.getSupportedMethods(), new String[0]);
        return problem(
                headers,
                status,
                "Expected " + (supported.length == 0 ? "another method" : String.join(" or ", supported))
                        + " at this address, but got " + Shortened.of(e.getMethod()) + ".");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
            HttpMediaTypeNotSupportedException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(
                headers,
                status,
                "Expected a body of the type " + types(e.getSupportedMediaTypes()) + ", but got "
                        + (e.getContentType() == null ? "none or an unreadable one" : e.getContentType()) + ".");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotAcceptable(
            HttpMediaTypeNotAcceptableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(headers, status, "Expected Accept to allow " + types(e.getSupportedMediaTypes()) + ".");
    }

    private static String types(List<MediaType> types) {
        // Structured suffixes and wildcards of the converters say nothing to a client.
        List<String> plain = types.stream()
                .map(MediaType::toString)
                .filter(type -> !type.contains("*"))
                .toList();
        return plain.isEmpty() ? "application/json" : String.join(" or ", plain);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMaxUploadSizeExceededException(
            MaxUploadSizeExceededException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(
                headers,
                HttpStatus.CONTENT_TOO_LARGE,
                "Expected an uploaded script below 2 MB in a form below 3 MB and of at most 50 parts, but it is larger.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
            NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(headers, status, ServerFaults.detail(HttpStatus.NOT_FOUND));
    }

    /** Whatever the client would accept: a fault without a word helps nobody. */
    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }

    @ExceptionHandler
    ResponseEntity<Object> brokenForm(MultipartException e) {
        return invalid(
                "Expected a form as multipart/form-data (RFC 7578) with its boundary, of at most 50 parts, but it can't"
                        + " be read.");
    }

    /** Tomcat reads parameters when the first one is asked for, so this comes from within Spring. */
    @ExceptionHandler
    ResponseEntity<Object> badParameters(InvalidParameterException e) {
        return problem(
                new HttpHeaders(),
                HttpStatusCode.valueOf(e.getErrorCode()),
                "Expected at most 1,000 parameters, percent-encoded in UTF-8 and in a form of at most 2 MB, but got others.");
    }

    @ExceptionHandler
    ResponseEntity<Object> tooLarge(TooLarge e) {
        return problem(new HttpHeaders(), HttpStatus.CONTENT_TOO_LARGE, String.valueOf(e.getMessage()));
    }

    private static ResponseEntity<Object> problem(HttpHeaders headers, HttpStatusCode status, String detail) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(status, detail));
    }

    /** The shape that OCR-D's server has for these, and the {@code detail} that its client looks for. */
    private static ResponseEntity<Object> invalid(String message) {
        return ResponseEntity.unprocessableContent()
                .contentType(MediaType.APPLICATION_JSON)
                .body(new InvalidRequest(INVALID_REQUEST, message, null, message));
    }

    @JsonInclude(JsonInclude.Include.ALWAYS)
    record InvalidRequest(
            @JsonProperty("status_code") int statusCode,
            String message,
            @Nullable Object data,
            String detail) {}
}
