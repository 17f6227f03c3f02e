package org.quire.api.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses bodies whose type is a pattern, which Spring itself takes for a fault of the server. */
@Component
final class ContentTypes extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String type = request.getContentType();
        if (type != null && type.split(";", 2)[0].contains("*")) {
            ProblemText.write(
                    response,
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Expected the type of the body, such as application/json, but got the pattern '"
                            + Shortened.of(type) + "'.");
            return;
        }
        chain.doFilter(request, response);
    }
}
