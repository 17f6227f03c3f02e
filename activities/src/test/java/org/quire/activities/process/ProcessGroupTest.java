package org.quire.activities.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessGroupTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path temp;

    @Test
    void letsAProcessTidyUpWithinTheGracePeriod() throws Exception {
        Path ready = temp.resolve("ready");
        Path tidied = temp.resolve("tidied");
        var group = start("trap 'touch " + tidied + "; exit 0' TERM; touch " + ready + "; sleep 300 & wait");
        await().atMost(LONG).until(() -> Files.exists(ready));

        group.end(LONG);

        assertThat(tidied).exists();
        assertThat(group.process().exitValue()).isZero();
    }

    @Test
    void endsEvenWhenTheThreadIsInterrupted() throws Exception {
        var group = start("sleep 300");
        Thread.currentThread().interrupt();

        group.end(Duration.ofSeconds(5));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(group.process().isAlive()).isFalse();
    }

    @Test
    void leadsASessionOfItsOwn() throws Exception {
        Path ids = temp.resolve("ids");
        var group = start("cut -d' ' -f1,5,6 /proc/$$/stat > " + ids);
        assertThat(group.waitFor(LONG)).isTrue();
        group.end(Duration.ZERO);

        assertThat(ids).hasContent(group.pid() + " " + group.pid() + " " + group.pid());
    }

    @Test
    void tellsSignalsFromExitCodes() {
        assertThat(new ExitCode(0).isSuccess()).isTrue();
        assertThat(new ExitCode(1)).hasToString("exit code 1");
        assertThat(new ExitCode(139)).hasToString("signal 11");
        assertThat(new ExitCode(143).isSignal()).isTrue();
        assertThat(new ExitCode(128).isSignal()).isFalse();
        assertThat(new ExitCode(255).isSignal()).isFalse();
    }

    private static ProcessGroup start(String script) throws Exception {
        return ProcessGroup.start(new ProcessBuilder("sh", "-c", script));
    }
}
