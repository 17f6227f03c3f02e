package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
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
import org.quire.systemtests.harness.TemporalDoor;

/** Workflows that a person ended, or set back, behind Quire's back: nobody waits for ever, and nothing is held twice. */
@ExtendWith(RequiresRealEngine.class)
class LostHolderTest {

    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final Map<String, String> OVERWRITE = Map.of("page_wise", "True", "overwrite", "true");

    @Test
    void pagesOfATerminatedRunAreTheNextOnesWithinAMinute(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("holder-terminated"), 2);
        Path scratch = quire.scratch("holder-terminated");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));
        String holder = submit(quire, book, first, scratch.resolve("never"));
        await("the first run holds both pages")
                .atMost(LONGEST)
                .until(() -> first.calls().size() == 2);
        String waiting = submit(quire, book, second, null);
        await("the second run waits for the first")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).stream()
                        .anyMatch(entry -> entry.get("run_id").asText().equals(waiting)
                                && entry.get("waits_for").toString().contains(holder)
                                && !entry.get("registered_at").asText().isEmpty()));

        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            temporal.run(holder).terminate("for the test");
            long terminated = System.nanoTime();
            await("the second run starts")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !second.calls().isEmpty());
            System.out.printf("The next waiter started after %.1f s%n", (System.nanoTime() - terminated) / 1e9);
        }
        quire.client().awaitSuccess(waiting, LONGEST);
        assertThat(first.calls()).noneMatch(Call::ended);
        assertThat(quire.client().state(holder)).isEqualTo("FAILED");
    }

    @Test
    void pagesOfARunThatTimedOutAreTheNextOnesWithinAMinute(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("holder-timed-out"), 2);
        Path scratch = quire.scratch("holder-timed-out");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));
        String model = submit(quire, book, first, scratch.resolve("never"));
        quire.client().end(model, "stop");
        quire.client().awaitEnd(model, LONGEST);
        int before = first.calls().size();
        String holder = model.replaceFirst(".$", model.endsWith("0") ? "1" : "0");

        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            // Quire gives no run such a time, but an administrator may.
            temporal.startAgain(model, holder, Duration.ofSeconds(12));
            await("it holds both pages")
                    .atMost(LONGEST)
                    .until(() -> first.calls().size() == before + 2);
            String waiting = submit(quire, book, second, null);
            await("the second run waits for it")
                    .atMost(LONGEST)
                    .until(() -> quire.client().awaitedUnits(book.mets(), waiting) == 2);
            await("Temporal ends it")
                    .atMost(LONGEST)
                    .until(() -> temporal.run(holder).describe().getStatus()
                            == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT);
            await("the second run starts")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !second.calls().isEmpty());
            quire.client().awaitSuccess(waiting, LONGEST);
        }
        assertThat(quire.client().state(holder)).isEqualTo("FAILED");
    }

    @Test
    void aTerminatedOwnerOfAWorkspaceIsReplacedAndKnowsWhoHeldWhat(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("owner-terminated"), 3);
        Path scratch = quire.scratch("owner-terminated");
        Path gate = scratch.resolve("gate");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));
        var third = new Recorder(scratch.resolve("third"));
        String holder = submit(quire, book, first, gate);
        await("the first run holds its pages")
                .atMost(LONGEST)
                .until(() -> first.calls().size() == 3);
        String waiting = submit(quire, book, second, null);
        await("the second run waits")
                .atMost(LONGEST)
                .until(() -> quire.client().awaitedUnits(book.mets(), waiting) == 3);

        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            temporal.owner(book).terminate("for the test");
        }
        // A newcomer, to whom an owner without a memory would give the pages.
        String newcomer = submit(quire, book, third, null);
        await("all three are known to the new owner")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).size() == 3);
        assertThat(quire.client().awaitedUnits(book.mets(), holder)).isZero();
        assertThat(second.calls()).isEmpty();
        assertThat(third.calls()).isEmpty();
        Files.createFile(gate);

        quire.client().awaitSuccess(holder, LONGEST);
        quire.client().awaitSuccess(waiting, LONGEST);
        quire.client().awaitSuccess(newcomer, LONGEST);
        for (Call mine : first.calls()) {
            assertThat(second.calls())
                    .filteredOn(other -> other.pages().equals(mine.pages()))
                    .singleElement()
                    .satisfies(other -> assertThat(other.start()).isGreaterThan(mine.end()));
        }
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(3);
    }

    @Test
    void aRunThatOnlyWaitsOutlivesTheOwnerOfItsWorkspaceWithoutAnybodysHelp(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("owner-silent"), 1);
        Path scratch = quire.scratch("owner-silent");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));
        String holder = submit(quire, book, first, scratch.resolve("never"));
        await("the page is held").atMost(LONGEST).until(() -> first.calls().size() == 1);
        String waiting = submit(quire, book, second, null);
        await("the second run waits")
                .atMost(LONGEST)
                .until(() -> quire.client().awaitedUnits(book.mets(), waiting) == 1);

        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            temporal.owner(book).terminate("for the test");
            temporal.run(holder).terminate("for the test");
        }

        quire.client().awaitSuccess(waiting, Duration.ofSeconds(120));
    }

    @Test
    void aRunThatWasSetBackEndsAsItWouldHave(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("run-reset"), 3);
        Path scratch = quire.scratch("run-reset");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String script = recorder.task(
                "OCR-D-IMG",
                "OUT",
                Recorder.parameters().put("gate", gate.toString()).put("gate_page", "PHYS_0003"));
        String run = quire.client().submitPageWise(book.mets(), script, "");
        await("two pages are done and committed")
                .atMost(LONGEST)
                .until(() -> MetsDocument.read(book.mets()).files("OUT").size() == 2);
        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            String before = temporal.run(run).describe().getExecution().getRunId();
            temporal.reset(run, 1);
            assertThat(temporal.run(run).describe().getExecution().getRunId()).isNotEqualTo(before);
        }
        Files.createFile(gate);

        JsonNode ended = quire.client().awaitEnd(run, LONGEST);

        assertThat(ended.get("state").asText()).as(ended.toPrettyString()).isEqualTo("SUCCESS");
        MetsDocument mets = MetsDocument.read(book.mets());
        assertThat(mets.files("OUT")).hasSize(3);
        assertThat(book.filesIn("OUT")).hasSize(3);
        await("nothing is locked")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).isEmpty());
    }

    private static String submit(QuireSystem quire, Book book, Recorder recorder, Path gate) {
        var parameters = Recorder.parameters();
        if (gate != null) {
            parameters.put("gate", gate.toString());
        }
        return quire.client()
                .submit(book.mets(), recorder.task("OCR-D-IMG", "OUT", parameters), OVERWRITE)
                .get("job_id")
                .asText();
    }
}
