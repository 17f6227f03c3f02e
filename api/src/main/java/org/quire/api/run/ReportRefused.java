package org.quire.api.run;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A result from outside that changes nothing. */
final class ReportRefused extends ErrorResponseException {

    private static final long serialVersionUID = 1L;

    private ReportRefused(HttpStatus status, String message) {
        super(status, ProblemDetail.forStatusAndDetail(status, message), null);
    }

    static ReportRefused unknown(String job) {
        return new ReportRefused(HttpStatus.NOT_FOUND, "Processing job with id '" + job + "' not existing.");
    }

    static ReportRefused notHandedOut(String job) {
        return new ReportRefused(
                HttpStatus.NOT_FOUND,
                "Expected a job that is handed out, but job '" + job + "' is not, or not any more.");
    }

    static ReportRefused over(String job) {
        return new ReportRefused(HttpStatus.CONFLICT, "Expected a job that goes on, but job '" + job + "' is over.");
    }

    static ReportRefused wrongToken(String job) {
        var refused = new ReportRefused(
                HttpStatus.UNAUTHORIZED, "Expected the token of job '" + job + "', but got another or none.");
        refused.getHeaders().add(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        return refused;
    }
}
