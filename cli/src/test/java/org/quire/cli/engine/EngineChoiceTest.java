package org.quire.cli.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineChoiceTest {

    @TempDir
    Path folder;

    @Test
    void configuredAddressWinsOverBinaries() throws IOException {
        Path binary = executable("temporal");

        assertThat(EngineChoice.of("temporal.example:7233", binary, folder, folder.toString()))
                .isEqualTo(new EngineChoice.Address("temporal.example:7233"));
    }

    @Test
    void namedBinaryWinsOverThePath() throws IOException {
        executable("temporal");
        Path named = executable("another");

        assertThat(EngineChoice.of("", named, folder, folder.toString()))
                .isEqualTo(new EngineChoice.Binary(named, folder));
    }

    @Test
    void findsTheFirstExecutableOnThePath() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path binary = executable("temporal");

        assertThat(EngineChoice.of(null, Path.of(""), folder, empty + ":" + folder))
                .isEqualTo(new EngineChoice.Binary(binary, folder));
    }

    @Test
    void staysInProcessWhereNothingElseIs() throws IOException {
        Files.writeString(folder.resolve("temporal"), "not executable");

        assertThat(EngineChoice.of(" ", null, folder, folder + "::")).isEqualTo(new EngineChoice.InProcess());
    }

    @Test
    void namedBinaryThatIsNoneIsAFaultAndNotSkipped() {
        assertThatThrownBy(() -> EngineChoice.of(null, folder.resolve("missing"), folder, ""))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("missing is none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "http://localhost:7233", ":7233", "host:port", "a b:1"})
    void addressMustBeHostAndPort(String address) {
        assertThatThrownBy(() -> EngineChoice.of(address, null, folder, ""))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("HOST:PORT");
    }

    private Path executable(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
