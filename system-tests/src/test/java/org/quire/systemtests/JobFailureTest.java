package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.Recorder.Call;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Processors that hang, and such that crash. */
@ExtendWith(RequiresRealEngine.class)
class JobFailureTest {

    private static final Duration LONGEST = Duration.ofSeconds(90);

    @Test
    void aHungJobEndsAtItsTimeoutWithAllItsProcessesAndOtherPagesGoOn(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("hung"), 3);
        Path scratch = quire.scratch("hung");
        var recorder = new Recorder(scratch.resolve("record"));
        var parameters = Recorder.parameters()
                .put("gate", scratch.resolve("never").toString())
                .put("gate_page", "PHYS_0001")
                .put("stubborn", true)
                .put("escape", true);
        String run = quire.client()
                .submitPageWise(book.mets(), recorder.task(Recorder.IMPATIENT, "OCR-D-IMG", "OUT", parameters), "");

        JsonNode ended = quire.client().awaitEnd(run, LONGEST);

        assertThat(ended.get("state").asText()).isEqualTo("FAILED");
        assertThat(ended.at("/failures").size()).isEqualTo(1);
        assertThat(ended.at("/failures/0/reason").asText()).contains("timeout of 3 s");
        assertThat(ended.at("/failures/0/pages/0").asText()).isEqualTo("PHYS_0001");
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(2);
        assertThat(recorder.calls()).as("a timeout is no reason to try again").hasSize(3);
        await("no process is left")
                .atMost(Duration.ofSeconds(5))
                .until(() -> recorder.calls().stream().noneMatch(call -> isAlive(call.pid()) || isAlive(call.child())));
        assertThat(quire.client().locks(book.mets())).isEmpty();
    }

    @Test
    void aCrashedJobIsTriedAgainAndTheAttemptIsSeen(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("crashed"), 1);
        Path scratch = quire.scratch("crashed");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        var parameters = Recorder.parameters().put("crashes", 2).put("gate", gate.toString());
        String run = quire.client().submitPageWise(book.mets(), recorder.task("OCR-D-IMG", "OUT", parameters), "");
        await("the third attempt is at work")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 3);

        await("the attempt is seen")
                .atMost(LONGEST)
                .until(() -> quire.client().run(run).at("/in_hand/0/attempt").asInt() == 3);
        JsonNode job = quire.client().run(run).at("/in_hand/0");
        assertThat(job.get("last_failure").asText()).contains("signal 9");
        assertThat(job.get("worker").asText()).isNotEmpty();
        Files.createFile(gate);

        quire.client().awaitSuccess(run, LONGEST);
        assertThat(recorder.calls().stream().filter(Call::ended)).hasSize(1);
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(1);
    }

    @Test
    void aJobThatCrashesEachTimeFailsAfterItsLastAttempt(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("crashing"), 1);
        var recorder = new Recorder(quire.scratch("crashing").resolve("record"));
        String run = quire.client()
                .submitPageWise(
                        book.mets(),
                        recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("crashes", 99)),
                        "");

        JsonNode ended = quire.client().awaitEnd(run, LONGEST);

        assertThat(ended.get("state").asText()).isEqualTo("FAILED");
        assertThat(ended.at("/failures/0/reason").asText()).contains("signal 9");
        assertThat(recorder.calls()).hasSize(3);
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
