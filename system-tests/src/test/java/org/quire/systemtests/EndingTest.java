package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
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

/** Runs that people end: cancelled ones and stopped ones. */
@ExtendWith(RequiresRealEngine.class)
class EndingTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void cancellingBeforeTheFirstJobLeavesTheWorkspaceUntouched(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("cancelled"), 3);
        Path scratch = quire.scratch("cancelled");
        Path gate = scratch.resolve("gate");
        var holder = new Recorder(scratch.resolve("holder"));
        var waiting = new Recorder(scratch.resolve("waiting"));
        String holderRun = quire.client()
                .submitPageWise(
                        book.mets(),
                        holder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString())),
                        "");
        await("all pages are held").atMost(LONGEST).until(() -> holder.calls().size() == 3);
        Map<String, String> before = book.content();
        String waitingRun =
                quire.client().submitPageWise(book.mets(), waiting.task("OCR-D-IMG", "OUT", Recorder.parameters()), "");
        await("the run waits for its pages")
                .atMost(LONGEST)
                .until(() -> quire.client().awaitedUnits(book.mets(), waitingRun) == 3);

        quire.client().end(waitingRun, "cancel");

        assertThat(quire.client().awaitEnd(waitingRun, LONGEST).get("state").asText())
                .isEqualTo("CANCELLED");
        assertThat(book.content()).isEqualTo(before);
        assertThat(book.folder().resolve(".quire").resolve(waitingRun)).doesNotExist();
        Files.createFile(gate);
        quire.client().awaitSuccess(holderRun, LONGEST);
        assertThat(quire.client().state(waitingRun)).isEqualTo("CANCELLED");
        assertThat(waiting.calls()).isEmpty();
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(3);
    }

    @Test
    void stoppingEndsEveryProcessAndKeepsWhatSucceeded(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("stopped"), 2);
        Path scratch = quire.scratch("stopped");
        var recorder = new Recorder(scratch.resolve("record"));
        var parameters = Recorder.parameters()
                .put("gate", scratch.resolve("never").toString())
                .put("gate_page", "PHYS_0002")
                .put("stubborn", true);
        String run = quire.client().submitPageWise(book.mets(), recorder.task("OCR-D-IMG", "OUT", parameters), "");
        await("one page is done and the other one is at work")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 2
                        && recorder.calls().stream().anyMatch(Call::ended)
                        && succeeded(quire, run) == 1);
        Call interrupted = recorder.calls().stream()
                .filter(call -> call.pages().equals("PHYS_0002"))
                .findFirst()
                .orElseThrow();

        quire.client().end(run, "stop");

        assertThat(quire.client().awaitEnd(run, LONGEST).get("state").asText()).isEqualTo("CANCELLED");
        await("no process is left")
                .atMost(Duration.ofSeconds(10))
                .until(() -> isGone(interrupted.pid()) && isGone(interrupted.child()));
        assertThat(MetsDocument.read(book.mets()).files("OUT"))
                .singleElement()
                .satisfies(file -> assertThat(file.pages()).containsExactly("PHYS_0001"));
        assertThat(book.filesIn("OUT")).hasSize(1);
        assertThat(recorder.calls()).as("no second attempt").hasSize(2);
    }

    @Test
    void resumingDoesWhatAStoppedRunLeftUndoneAndNothingTwice(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("resumed"), 3);
        Path scratch = quire.scratch("resumed");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        var parameters = Recorder.parameters().put("gate", gate.toString()).put("gate_page", "PHYS_0002");
        String run = quire.client()
                .submitPageWise(
                        book.mets(),
                        recorder.task("OCR-D-IMG", "ONE", parameters)
                                + "\n"
                                + recorder.task("ONE", "TWO", Recorder.parameters()),
                        "");
        await("two pages are done")
                .atMost(LONGEST)
                .until(() ->
                        quire.client().run(run).at("/steps/1/counts/SUCCESS").asInt() == 2
                                && recorder.callsFor("ONE").size() == 3);
        assertThat(quire.client().post("/workflow/job/" + run + "/resume").statusCode())
                .as("while it goes on")
                .isEqualTo(409);
        quire.client().end(run, "stop");
        quire.client().awaitEnd(run, LONGEST);
        Files.createFile(gate);

        HttpResponse<String> resumed = quire.client().post("/workflow/job/" + run + "/resume");

        assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(202);
        JsonNode answer = new ObjectMapper().readTree(resumed.body());
        assertThat(answer.get("processing_job_ids").fieldNames()).toIterable().containsExactly("PHYS_0002");
        quire.client().awaitSuccess(answer.get("job_id").asText(), LONGEST);
        assertThat(recorder.callsFor("TWO"))
                .extracting(Call::pages)
                .containsExactlyInAnyOrder("PHYS_0001", "PHYS_0002", "PHYS_0003");
        assertThat(recorder.callsFor("ONE").stream().filter(Call::ended))
                .extracting(Call::pages)
                .containsExactlyInAnyOrder("PHYS_0001", "PHYS_0002", "PHYS_0003");
        assertThat(MetsDocument.read(book.mets()).files("TWO")).hasSize(3);
        assertThat(quire.client().post("/workflow/job/" + run + "/resume").statusCode())
                .as("resumed before")
                .isEqualTo(409);
        assertThat(quire.client().state(run)).isEqualTo("CANCELLED");
    }

    private static int succeeded(QuireSystem quire, String run) {
        return quire.client().run(run).at("/steps/0/counts/SUCCESS").asInt();
    }

    private static boolean isGone(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
    }
}
