package org.quire.cli.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedCommandTest {

    @TempDir
    Path folder;

    private Path pidFile;
    private Process watcher;
    private ProcessHandle command;

    @BeforeEach
    void start() throws IOException {
        pidFile = folder.resolve("pid");
        Path script = Scripts.executable(folder.resolve("server"), "echo $$ > \"$1\"\nexec tail -f /dev/null\n");
        watcher = new ProcessBuilder(WatchedCommand.of(List.of(script.toString(), pidFile.toString()))).start();
        await().until(() -> Files.exists(pidFile) && !Files.readString(pidFile).isBlank());
        command = Scripts.process(pidFile);
    }

    @AfterEach
    void end() {
        command.destroyForcibly();
        watcher.descendants().forEach(ProcessHandle::destroyForcibly);
        watcher.destroyForcibly();
    }

    @Test
    void endsTheCommandWhenItsStarterIsGone() throws IOException {
        // What the system does to the pipe when the starter is killed.
        watcher.getOutputStream().close();

        await().until(() -> !command.isAlive());
        await().until(() -> !watcher.isAlive());
    }

    @Test
    void passesSigtermOn() {
        watcher.destroy();

        await().until(() -> !command.isAlive());
        await().until(() -> !watcher.isAlive());
        await().until(() -> watcher.descendants().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void endsWithTheCommand() throws InterruptedException {
        command.destroyForcibly();

        assertThat(watcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(watcher.exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void commandHasAProcessGroupOfItsOwn() throws IOException, InterruptedException {
        assertThat(processGroup(command)).isNotEqualTo(processGroup(watcher.toHandle()));
    }

    private static String processGroup(ProcessHandle process) throws IOException, InterruptedException {
        Process ps = new ProcessBuilder("ps", "-o", "pgid=", "-p", Long.toString(process.pid())).start();
        String group = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        ps.waitFor();
        return group.strip();
    }
}
