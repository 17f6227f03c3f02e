package org.quire.activities.fetch;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a fetch may cost and where it may go: a METS may come from anywhere.
 *
 * @param connectTimeout most time to reach a server
 * @param idleTimeout most time without a byte
 * @param fileTimeout most time for one file, redirects included
 * @param maxBytes the largest file
 * @param allowed host names; {@code *} in one stands for any characters
 */
public record FetchLimits(
        Duration connectTimeout, Duration idleTimeout, Duration fileTimeout, long maxBytes, List<String> allowed) {

    public FetchLimits {
        allowed = List.copyOf(allowed);
        if (maxBytes < 1) {
            throw new IllegalArgumentException("Expected a largest size of at least 1 byte, but got " + maxBytes + ".");
        }
    }

    boolean allows(String host) {
        String name = host.toLowerCase(Locale.ROOT).replaceAll("^\\[|\\]$", "");
        return allowed.stream()
                .anyMatch(pattern -> pattern(pattern).matcher(name).matches());
    }

    private static Pattern pattern(String host) {
        return Pattern.compile(Pattern.quote(host.toLowerCase(Locale.ROOT)).replace("*", "\\E.*\\Q"));
    }
}
