package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TemporalDoor;

/** What {@code quire doctor} finds where somebody or something has been at work behind Quire's back, and what it repairs. */
@ExtendWith(RequiresRealEngine.class)
class DoctorTest {

    private static final Duration LONGEST = Duration.ofSeconds(90);

    @TempDir
    Path temp;

    @Test
    void agreesWhereNothingHappenedAlsoWhileARunGoesOn(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("doctor-well"), 2);
        Path scratch = quire.scratch("doctor-well");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String run = submit(quire, book, recorder, gate);
        await("it is at work").atMost(LONGEST).until(() -> recorder.calls().size() == 2);
        Map<String, String> before = book.content();

        QuireCommandLine.Ended ended = doctor(quire, book, "--fixity", "--repair");

        assertThat(ended.output()).contains("all agree").doesNotContain("DIFFERS");
        assertThat(book.content()).isEqualTo(before);
        Files.createFile(gate);
        quire.client().awaitSuccess(run, LONGEST);
        assertThat(recorder.calls()).hasSize(2);
    }

    @Test
    void namesWhatDisagreesAndRepairsWhatItSafelyCan(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("doctor-ill"), 2);
        Path scratch = quire.scratch("doctor-ill");
        quire.client()
                .awaitSuccess(quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", ""), LONGEST);
        var recorder = new Recorder(scratch.resolve("record"));
        String run = quire.client()
                .submitPageWise(
                        book.mets(),
                        recorder.task(
                                "OCR-D-IMG",
                                "HALF",
                                Recorder.parameters()
                                        .put("gate", scratch.resolve("never").toString())),
                        "");
        await("it is at work").atMost(LONGEST).until(() -> recorder.calls().size() == 2);
        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            temporal.run(run).terminate("for the test");
        }
        await("its pages are free")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).isEmpty());
        List<String> out = book.filesIn("OUT");
        Files.delete(book.folder().resolve("OUT").resolve(out.getFirst()));
        Files.writeString(book.folder().resolve("OUT").resolve(out.getLast()), "scribbled over");
        Path draft = Files.writeString(book.folder().resolve(".mets.xml-77.tmp"), "<half a METS");
        Path private_ = book.folder().resolve(".quire").resolve(run);
        Files.createDirectories(private_.resolve("left-by-a-killed-host"));

        QuireCommandLine.Ended found = doctor(quire, book, "--fixity");

        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.output())
                .contains(
                        run + " The run is over (terminated) and has no report.",
                        out.getFirst() + ", which is not on disk",
                        out.getLast() + ", which is changed since",
                        ".mets.xml-77.tmp",
                        private_.toString());
        assertThat(draft).as("nothing is repaired unasked").exists();

        doctor(quire, book, "--repair");

        assertThat(draft).doesNotExist();
        assertThat(book.folder().resolve(".quire")).doesNotExist();
        JsonNode kept = quire.client().run(run);
        assertThat(kept.get("state").asText()).isEqualTo("FAILED");
        assertThat(kept.get("reason").asText()).contains("terminated");
        List<String> open = standings(doctor(quire, book, "--fixity", "--json"));
        assertThat(open).as("only what a person has to decide is left").containsExactly("OPEN", "OPEN", "OPEN");
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(2);
    }

    @Test
    void saysWhatIsWrongWithItsInput(QuireSystem quire) {
        QuireCommandLine.Ended outside = call(quire, "doctor", "-m", "/etc/passwd");
        assertThat(outside.exitCode()).as(outside.output()).isEqualTo(2);
        assertThat(outside.output()).contains("quire.workspaces");
        QuireCommandLine.Ended nobody =
                new QuireCommandLine(temp).call("doctor", "--repair", "--server", "http://127.0.0.1:9");
        assertThat(nobody.exitCode()).as(nobody.output()).isEqualTo(2);
        assertThat(nobody.output()).contains("quire serve");
    }

    private QuireCommandLine.Ended doctor(QuireSystem quire, Book book, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("doctor", "-m", book.mets().toString()));
        arguments.addAll(List.of(options));
        return call(quire, arguments.toArray(String[]::new));
    }

    private QuireCommandLine.Ended call(QuireSystem quire, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--server", quire.client().server().toString()));
        return new QuireCommandLine(temp).call(all.toArray(String[]::new));
    }

    /** Of all that disagrees, with the line that sums it up. */
    private static List<String> standings(QuireCommandLine.Ended ended) throws IOException {
        String json = ended.output().substring(ended.output().indexOf('['));
        var standings = new ArrayList<String>();
        for (JsonNode check : new ObjectMapper().readTree(json)) {
            if (check.has("standing") && !check.get("ok").asBoolean()) {
                standings.add(check.get("standing").asText());
            }
        }
        return standings;
    }

    private static String submit(QuireSystem quire, Book book, Recorder recorder, Path gate) {
        return quire.client()
                .submitPageWise(
                        book.mets(),
                        recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString())),
                        "");
    }
}
