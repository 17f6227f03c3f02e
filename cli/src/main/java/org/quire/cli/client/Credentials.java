package org.quire.cli.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The token that a client sends, if any.
 *
 * @param header the value of {@code Authorization}; empty: none is sent
 */
public record Credentials(Optional<String> header) {

    public static final Credentials NONE = new Credentials(Optional.empty());

    /** A token of any role. */
    public static Credentials token(String token) {
        return token.isBlank() ? NONE : new Credentials(Optional.of("Bearer " + token.strip()));
    }

    /** Those of an address such as {@code http://submit:TOKEN@HOST}. */
    public static Credentials of(URI address) {
        String user = address.getUserInfo();
        return user == null
                ? NONE
                : new Credentials(Optional.of(
                        "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8))));
    }

    boolean isNone() {
        return header.isEmpty();
    }

    /** These, or the others if there are none. */
    public Credentials or(Credentials others) {
        return isNone() ? others : this;
    }

    /** Never shows the token. */
    @Override
    public String toString() {
        return isNone() ? "no token" : "a token";
    }
}
