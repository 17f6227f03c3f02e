package org.quire.api.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.quire.api.web.ProblemText;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** What Spring Security refuses, as problem details. */
final class AccessProblems implements AuthenticationEntryPoint, AccessDeniedHandler, RequestRejectedHandler {

    private static final String HOW =
            "send it as 'Authorization: Bearer TOKEN', or in the address as http://ROLE:TOKEN@HOST.";

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException fault)
            throws IOException {
        // Basic makes a browser ask its user; a client of OCR-D sends it of its own accord.
        response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Quire\", charset=\"UTF-8\"");
        response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"Quire\"");
        ProblemText.write(
                response,
                HttpStatus.UNAUTHORIZED,
                fault instanceof BadCredentialsException
                        ? "Expected a valid token, but the one given is not known here, or not of the role given; "
                                + HOW
                        : "Expected a token, but the request has none; " + HOW);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException fault)
            throws IOException {
        var caller = SecurityContextHolder.getContext().getAuthentication();
        ProblemText.write(
                response,
                HttpStatus.FORBIDDEN,
                "Expected a token of a higher role for " + request.getMethod() + " " + request.getRequestURI()
                        + ", but got one of the role " + (caller == null ? "none" : caller.getName())
                        + "; read may look, submit also start and end runs, admin everything.");
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException fault)
            throws IOException {
        ProblemText.write(
                response,
                HttpStatus.BAD_REQUEST,
                "Expected a plain request, but its path or a header has characters that are not let in"
                        + " (such as an encoded slash, a semicolon, a doubled slash or a control character).");
    }
}
