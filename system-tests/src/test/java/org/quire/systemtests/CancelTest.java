package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TemporalDoor;

/** Runs are ended by every door, and at moments when little or nothing of them is there. */
@ExtendWith(RequiresRealEngine.class)
class CancelTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void cancelWithdrawsJobsThatNoWorkerHasTakenAndLetsTheOthersEnd(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("cancel-queued"), 4);
        Path scratch = quire.scratch("cancel-queued");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String script = recorder.task(
                Recorder.SINGLE, "OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString()));
        String run = quire.client().submitPageWise(book.mets(), script, "");
        await("one job runs, three have no worker")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 1 && count(quire, run, "RUNNING") == 1);

        quire.client().end(run, "cancel");

        await("the jobs without a worker are cancelled while one goes on")
                .atMost(Duration.ofSeconds(20))
                .until(() -> count(quire, run, "CANCELLED") == 3 && count(quire, run, "RUNNING") == 1);
        Files.createFile(gate);
        assertThat(quire.client().awaitEnd(run, LONGEST).get("state").asText()).isEqualTo("CANCELLED");
        assertThat(recorder.calls()).hasSize(1);
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(1);
    }

    @Test
    void everyDoorEndsARunAndEveryFurtherWordIsAnsweredWithoutAnError(QuireSystem quire) throws IOException {
        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            for (String door : List.of("cancel signal", "stop signal", "temporal", "cancel", "stop")) {
                Book book = Book.generated(quire.workspaces().resolve("door-" + door.replace(' ', '-')), 2);
                var recorder = new Recorder(quire.scratch("doors").resolve(door.replace(' ', '-')));
                // At once: mostly before the first workflow task is done.
                String run = quire.client()
                        .submitPageWise(
                                book.mets(),
                                recorder.task(
                                        "OCR-D-IMG",
                                        "OUT",
                                        Recorder.parameters().put("seconds", 2)),
                                "");
                switch (door) {
                    case "cancel signal" -> temporal.run(run).signal("cancel");
                    case "stop signal" -> temporal.run(run).signal("stop");
                    case "temporal" -> temporal.run(run).cancel();
                    default -> quire.client().end(run, door);
                }
                for (String again : List.of("cancel", "stop", "stop")) {
                    assertThat(quire.client().tryEnd(run, again)).as(door).isIn(202, 409);
                }
                JsonNode ended = quire.client().awaitEnd(run, LONGEST);
                assertThat(ended.get("state").asText()).as(door + ": " + ended).isEqualTo("CANCELLED");
                await("its report is there")
                        .atMost(LONGEST)
                        .until(() -> quire.client().tryEnd(run, "stop") == 409);
                assertThat(quire.client().state(run)).isEqualTo("CANCELLED");
                await("nothing is locked")
                        .atMost(LONGEST)
                        .until(() -> quire.client().locks(book.mets()).isEmpty());
            }
            assertThat(quire.client().tryEnd("no-such-run", "stop")).isEqualTo(404);
        }
    }

    private static int count(QuireSystem quire, String run, String state) {
        return quire.client().run(run).at("/steps/0/counts/" + state).asInt();
    }
}
