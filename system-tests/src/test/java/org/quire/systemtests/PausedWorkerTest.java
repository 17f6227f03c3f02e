package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** A worker host that sleeps through its heartbeat timeout and wakes up again when another host has done its job. */
@ExtendWith(RequiresRealEngine.class)
class PausedWorkerTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);

    @Test
    void aHostThatWakesUpTooLateLeavesTheWinnersFilesAlone(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("paused"), 1);
        Path scratch = quire.scratch("paused");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String script = recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString()));
        String run = quire.client().submitPageWise(book.mets(), script, "");
        await("the first host is at work")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 1);

        quire.workerHost().signal("STOP");
        try (ChildProcess second = quire.anotherWorkerHost()) {
            await("the second host has taken the job")
                    .atMost(LONGEST)
                    .until(() -> recorder.calls().size() == 2);
            // The sleeper's last open poll may be given the second attempt, which is lost as well then.
            assertThat(quire.client().run(run).at("/in_hand/0/attempt").asInt()).isBetween(2, 3);
            assertThat(quire.client().run(run).at("/in_hand/0/last_failure").asText())
                    .isNotEmpty();
            Files.createFile(gate);
            quire.client().awaitSuccess(run, LONGEST);
            var files = book.content();
            var written = Files.getLastModifiedTime(book.folder().resolve("OUT"));

            quire.workerHost().signal("CONT");

            await("the first host is back and takes new work, and nothing changes in the workspace")
                    .during(Duration.ofSeconds(3))
                    .atMost(LONGEST)
                    .until(() -> book.content().equals(files)
                            && Files.getLastModifiedTime(book.folder().resolve("OUT"))
                                    .equals(written));
            assertThat(book.folder().resolve(".quire")).doesNotExist();
            assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(1);
            second.signal("TERM");
            second.waitFor(Duration.ofSeconds(60));
        } finally {
            quire.workerHost().signal("CONT");
        }
    }
}
