package org.quire.activities.warm;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostDeathTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path temp;

    private Process host;

    @BeforeEach
    void startHost() throws IOException {
        host = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingHost.class.getName(),
                        temp.toString())
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve("host.log").toFile())
                .start();
    }

    @AfterEach
    void endHost() {
        host.destroyForcibly();
    }

    @Test
    void aKilledHostTakesTheJobOfAWarmProcessWithIt() throws IOException {
        ProcessHandle warm = started("warm");

        host.destroyForcibly();

        await().atMost(LONG).until(() -> !warm.isAlive());
    }

    @Test
    void aKilledHostTakesItsCommandsWithIt() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv is not installed");
        ProcessHandle cold = started("cold");

        host.destroyForcibly();

        await().atMost(LONG).until(() -> !cold.isAlive());
    }

    private ProcessHandle started(String name) throws IOException {
        await().atMost(LONG).until(() -> Files.exists(temp.resolve(name)));
        return ProcessHandle.of(
                        Long.parseLong(Files.readString(temp.resolve(name)).strip()))
                .orElseThrow();
    }
}
