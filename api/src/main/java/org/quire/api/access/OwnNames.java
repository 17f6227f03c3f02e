package org.quire.api.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.quire.api.web.ProblemText;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a loopback server be called by loopback's names alone. A web page's own name may be made to point at this machine (DNS
 * rebinding); the browser then takes Quire for that page's server, and only the {@code Host} header tells the difference. With
 * tokens there is no need: the page has none.
 */
final class OwnNames extends OncePerRequestFilter {

    private static final Pattern LOOPBACK =
            Pattern.compile("(.+\\.)?localhost\\.?|127(\\.\\d{1,3}){3}|\\[?(::1|0:0:0:0:0:0:0:1)]?");

    private final List<String> further;

    /** @param further names, such as the one by which a proxy on this machine calls it */
    OwnNames(List<String> further) {
        this.further =
                further.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String name = request.getServerName().toLowerCase(Locale.ROOT);
        if (LOOPBACK.matcher(name).matches() || further.contains(name)) {
            chain.doFilter(request, response);
            return;
        }
        ProblemText.write(
                response,
                HttpStatus.FORBIDDEN,
                "Expected a loopback server to be called by a name such as localhost or 127.0.0.1, but got '" + name
                        + "'; quire.auth.host-names may name more, or quire.auth.enabled=true demands tokens.");
    }
}
