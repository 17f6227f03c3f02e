package org.quire.api.submission;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quire.api.config.ApiProperties;
import org.springframework.stereotype.Component;

/** Which callback addresses a request may name: HTTP, and a host of the allow-list. */
@Component
class CallbackTargets {

    private final Pattern allowed;
    private final String listed;

    CallbackTargets(ApiProperties properties) {
        listed = String.join(", ", properties.callbacks().allowed());
        allowed = Pattern.compile(properties.callbacks().allowed().stream()
                .map(host -> Pattern.quote(host.toLowerCase(Locale.ROOT)).replace("*", "\\E.*\\Q"))
                .reduce((a, b) -> a + "|" + b)
                .orElse("(?!)"));
    }

    /** @param field the request's field, for the message */
    Optional<Fault> check(String field, @Nullable String url) {
        if (url == null) {
            return Optional.empty();
        }
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            return fault("Expected an http or https address as " + field + ", but got '" + url + "'.");
        }
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null) {
            return fault("Expected an http or https address as " + field + ", but got '" + url + "'.");
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT).replaceAll("^\\[|\\]$", "");
        return allowed.matcher(host).matches()
                ? Optional.empty()
                : fault("Expected a host of quire.callbacks.allowed (" + listed + ") as " + field + ", but got '" + host
                        + "'.");
    }

    private static Optional<Fault> fault(String message) {
        return Optional.of(new Fault(Fault.Kind.BAD_REQUEST, message));
    }
}
