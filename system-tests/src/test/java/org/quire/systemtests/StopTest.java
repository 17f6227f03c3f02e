package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.Recorder.Call;
import org.quire.systemtests.harness.RequiresRealEngine;

/** After a stop is acknowledged nothing of the run moves any more within five seconds, whatever the processor does. */
@ExtendWith(RequiresRealEngine.class)
class StopTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration AFTER_STOP = Duration.ofSeconds(5);

    @Test
    void aStopEndsAChildThatLeftItsSessionAndIgnoresSigterm(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("stop-cold"), 3);
        Path scratch = quire.scratch("stop-cold");
        var recorder = new Recorder(scratch.resolve("record"));
        var parameters = Recorder.parameters()
                .put("gate", scratch.resolve("never").toString())
                .put("gate_page", "PHYS_0002")
                .put("stubborn", true)
                .put("escape", true);
        String run = quire.client().submitPageWise(book.mets(), recorder.task("OCR-D-IMG", "OUT", parameters), "");
        await("two pages are done, one hangs").atMost(LONGEST).until(() -> succeeded(quire, run) == 2);
        Call hanging = recorder.calls().stream()
                .filter(call -> call.pages().equals("PHYS_0002"))
                .findFirst()
                .orElseThrow();
        assertThat(isAlive(hanging.child())).isTrue();

        stopAndAssertThatNothingMoves(quire, book, run, hanging.pid(), hanging.child());

        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(2);
        // What the child of a job that succeeded wrote before its end is as much the job's as the rest.
        assertThat(book.filesIn("OUT"))
                .filteredOn(name -> !name.equals("escaped"))
                .hasSize(2);
        assertThat(recorder.calls().stream().filter(call -> isAlive(call.child())))
                .as("children of the jobs that had succeeded")
                .isEmpty();
    }

    @Test
    void aStopEndsAWarmProcessWithAllThatItStarted(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("stop-warm"), 1);
        Path record = quire.scratch("stop-warm").resolve("pids");
        String run = quire.client()
                .submitPageWise(
                        book.mets(), "warm-hanger -I OCR-D-IMG -O OUT -p '{\"record\": \"" + record + "\"}'", "");
        await("the processor hangs").atMost(LONGEST).until(() -> Files.exists(record));
        String[] pids = Files.readString(record).split(" ");

        stopAndAssertThatNothingMoves(quire, book, run, Long.parseLong(pids[0]), Long.parseLong(pids[1]));

        assertThat(book.folder().resolve("OUT")).doesNotExist();
        assertThat(MetsDocument.read(book.mets()).files("OUT")).isEmpty();
    }

    private static void stopAndAssertThatNothingMoves(
            QuireSystem quire, Book book, String run, long process, long child) {
        quire.client().end(run, "stop");
        long acknowledged = System.nanoTime();

        await("the run has ended and none of its processes lives")
                .atMost(AFTER_STOP)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> quire.client().state(run).equals("CANCELLED") && !isAlive(process) && !isAlive(child));
        System.out.printf("Stopped within %.1f s%n", (System.nanoTime() - acknowledged) / 1e9);
        await("its private folders are gone")
                .atMost(AFTER_STOP)
                .until(() -> Files.notExists(book.folder().resolve(".quire").resolve(run)));
        Map<String, String> files = book.content();
        String answer = quire.client().run(run).toString();
        await("nothing moves for two seconds")
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(4))
                .until(() -> book.content().equals(files)
                        && quire.client().run(run).toString().equals(answer)
                        && Files.notExists(book.folder().resolve(".quire").resolve(run)));
    }

    private static int succeeded(QuireSystem quire, String run) {
        return quire.client().run(run).at("/steps/0/counts/SUCCESS").asInt();
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
