package org.quire.api.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.api.web.ProblemText;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what a web page of another site makes a browser send here: browsers reach servers on loopback, and repeat the
 * credentials of HTTP Basic. Programs that are no browsers send neither of the two headers that it looks at.
 */
final class ForeignPages extends OncePerRequestFilter {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN = Set.of("same-origin", "none");

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return SAFE.contains(request.getMethod());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isForeign(request)) {
            ProblemText.write(
                    response,
                    HttpStatus.FORBIDDEN,
                    "Expected a request of a program or of Quire's own pages, but a web page of " + origin(request)
                            + " sent it; nothing was done.");
            return;
        }
        chain.doFilter(request, response);
    }

    private static String origin(HttpServletRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin == null ? "another site" : "'" + origin + "'";
    }

    private static boolean isForeign(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !OWN.contains(site);
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null && !isOf(origin, request.getHeader(HttpHeaders.HOST));
    }

    /** The scheme is not compared: a proxy may have ended TLS. */
    private static boolean isOf(String origin, @Nullable String host) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null && authority.equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
