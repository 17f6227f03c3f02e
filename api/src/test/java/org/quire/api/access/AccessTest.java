package org.quire.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.workflows.engine.DataLayout;

class AccessTest {

    private static final AuthProperties.Tokens NONE = new AuthProperties.Tokens(List.of(), List.of(), List.of());

    @TempDir
    private Path folder;

    private Access access(@Nullable Boolean enabled, @Nullable String address) throws IOException {
        return Access.of(
                new AuthProperties(enabled, NONE, null, List.of()),
                address == null ? null : InetAddress.getByName(address),
                new DataLayout(folder));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.7"})
    void tokensAreOnBeyondLoopback(@Nullable String address) throws IOException {
        assertThat(access(null, address).tokens()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1"})
    void tokensAreOffOnLoopback(String address) throws IOException {
        assertThat(access(null, address).tokens()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatIsConfiguredWins() throws IOException {
        assertThat(access(true, "127.0.0.1").tokens()).isPresent();
        assertThat(access(false, "0.0.0.0").tokens()).isEmpty();
    }

    @Test
    void makesOneTokenForEachRoleOnceForItsOwnersEyesAlone() throws IOException {
        Access first = access(null, "0.0.0.0");
        Path file = folder.resolve("tokens.properties");
        String made = Files.readString(file);

        assertThat(access(null, "0.0.0.0").tokens()).isPresent();
        assertThat(file).content().isEqualTo(made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        var tokens = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            tokens.load(reader);
        }
        assertThat(tokens.keySet()).containsExactlyInAnyOrder("read", "submit", "admin");
        tokens.forEach((role, token) -> {
            assertThat(first.tokens().orElseThrow().roleOf(token.toString()).map(Role::word))
                    .hasValue(role.toString());
            assertThat(first.announcement().orElseThrow()).doesNotContain(token.toString());
        });
        assertThat(first.announcement().orElseThrow()).contains(file.toString());
    }

    @Test
    void configuredTokensNeedNoFile() {
        var tokens = new AuthProperties.Tokens(List.of("read-0123456789abcdef"), List.of(), List.of());
        Access access = Access.of(new AuthProperties(null, tokens, null, List.of()), null, new DataLayout(folder));

        assertThat(access.tokens().orElseThrow().roleOf("read-0123456789abcdef"))
                .hasValue(Role.READ);
        assertThat(access.tokens().orElseThrow().roleOf("read-0123456789abcdeF"))
                .isEqualTo(Optional.empty());
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "root=0123456789abcdef01\n", "read=short\n", "read=with:colon-0123456789\n"})
    void refusesAFileWithoutTokens(String text) throws IOException {
        Files.writeString(folder.resolve("tokens.properties"), text);

        assertThatThrownBy(() -> access(null, "0.0.0.0")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesOneTokenForTwoRoles() {
        var same = List.of("0123456789abcdef");

        assertThatThrownBy(() -> new KnownTokens(Map.of(Role.READ, same, Role.ADMIN, same)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one role");
    }
}
