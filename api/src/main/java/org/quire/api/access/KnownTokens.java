package org.quire.api.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tokens that are valid, as their hashes. A look-up takes the same time whether and where a token is among them. */
final class KnownTokens {

    /** Characters; shorter ones can be guessed. */
    static final int SHORTEST = 16;

    private record Known(Role role, byte[] hash) {}

    private final List<Known> known = new ArrayList<>();

    /** @throws IllegalArgumentException for a token that is too short, has blanks or a colon, or stands for two roles */
    KnownTokens(Map<Role, List<String>> tokens) {
        tokens.forEach((role, ofRole) -> ofRole.forEach(token -> add(role, token.strip())));
    }

    private void add(Role role, String token) {
        if (token.length() < SHORTEST || !token.matches("[!-~&&[^:]]+")) {
            throw new IllegalArgumentException("Expected tokens of the role " + role.word() + " of at least " + SHORTEST
                    + " printable ASCII characters without blanks and ':', but one of " + token.length()
                    + " characters is not.");
        }
        roleOf(token).filter(other -> other != role).ifPresent(other -> {
            throw new IllegalArgumentException("Expected each token to have one role, but one is of the roles "
                    + other.word() + " and " + role.word() + ".");
        });
        known.add(new Known(role, hash(token)));
    }

    Optional<Role> roleOf(String token) {
        byte[] hash = hash(token);
        Optional<Role> role = Optional.empty();
        for (Known candidate : known) {
            if (MessageDigest.isEqual(candidate.hash(), hash)) {
                role = Optional.of(candidate.role());
            }
        }
        return role;
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
