package org.quire.api.access;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may use the REST server.
 *
 * @param enabled whether a token is needed; null: as soon as the server listens beyond loopback
 * @param tokens the tokens themselves; if there is any, no file is read
 * @param tokensFile {@code ROLE=TOKEN} on each line; made if it is missing; null: {@code tokens.properties} in the data folder
 * @param hostNames further names that a loopback server without tokens may be called by, as by a proxy
 */
@ConfigurationProperties("quire.auth")
public record AuthProperties(
        @Nullable Boolean enabled,
        @DefaultValue Tokens tokens,
        @Nullable Path tokensFile,
        @DefaultValue List<String> hostNames) {

    /** By role, so that a token can be replaced while its successor is valid already. */
    public record Tokens(
            @DefaultValue List<String> read,
            @DefaultValue List<String> submit,
            @DefaultValue List<String> admin) {

        boolean isEmpty() {
            return Stream.of(read, submit, admin).allMatch(List::isEmpty);
        }

        Map<Role, List<String>> byRole() {
            return Map.of(Role.READ, read, Role.SUBMIT, submit, Role.ADMIN, admin);
        }
    }
}
