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
import org.quire.systemtests.harness.Recorder.Call;
import org.quire.systemtests.harness.RequiresRealEngine;

/** A worker host that is replaced by another one in the middle of a run, as an upgrade does it. */
@ExtendWith(RequiresRealEngine.class)
class WorkerReplacementTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);

    @Test
    void aPageInProgressEndsAndCountsOnceWhileAnIdleHostGoesAtOnce(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("replaced"), 4);
        Path scratch = quire.scratch("replaced");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String script = recorder.task(
                Recorder.SINGLE, "OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString()));
        String run = quire.client().submitPageWise(book.mets(), script, "");
        await("a page is in progress")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 1);
        ChildProcess old = quire.workerHost();

        old.signal("TERM");
        quire.startWorkerHost();
        await("the new host has taken a page")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() > 1);
        Files.createFile(gate);
        old.waitFor(Duration.ofSeconds(40));
        quire.client().awaitSuccess(run, LONGEST);

        assertThat(recorder.calls()).hasSize(4).allMatch(Call::ended);
        assertThat(recorder.calls()).extracting(Call::pages).doesNotHaveDuplicates();
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(4);

        ChildProcess idle = quire.anotherWorkerHost();
        idle.awaitLine("(hosts \\d+ processors)", LONGEST);
        idle.signal("TERM");
        long asked = System.nanoTime();
        idle.waitFor(Duration.ofSeconds(5));
        System.out.printf("The idle host ended within %.1f s%n", (System.nanoTime() - asked) / 1e9);
    }
}
