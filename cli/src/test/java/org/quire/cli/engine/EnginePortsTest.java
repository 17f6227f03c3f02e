package org.quire.cli.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnginePortsTest {

    @TempDir
    Path folder;

    @Test
    void remembersThePortsOfItsFolder() throws IOException {
        EnginePorts ports = EnginePorts.fresh();
        ports.remember(folder);

        assertThat(EnginePorts.of(folder)).isEqualTo(ports);
    }

    @Test
    void takesOthersWhenOneIsTaken() throws IOException {
        EnginePorts ports = EnginePorts.fresh();
        ports.remember(folder);

        try (var taken = new ServerSocket(ports.webUi(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(EnginePorts.of(folder).webUi()).isNotEqualTo(taken.getLocalPort());
        }
    }

    @Test
    void takesOthersWhenTheFileIsBroken() throws IOException {
        Files.writeString(folder.resolve("ports.properties"), "grpc=many\n");

        assertThat(EnginePorts.of(folder).grpc()).isPositive();
    }
}
