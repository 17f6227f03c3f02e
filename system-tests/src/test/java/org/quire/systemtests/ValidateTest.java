package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;

/** What {@code quire validate} says is what a run then does. */
@ExtendWith(RequiresRealEngine.class)
class ValidateTest {

    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final List<String> TASKS = List.of("dummy -I OCR-D-IMG -O BIN", "dummy -I BIN -O SEG");

    @TempDir
    Path temp;

    @Test
    void announcesTheRunThatFollowsAndTouchesNothing(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("validate-well"), 4);
        Map<String, String> before = book.content();
        List<String> runsBefore = quire.client().runIds();

        QuireCommandLine.Ended ended = validate(quire, book, TASKS, "--page-wise", "-g", "PHYS_0002..PHYS_0004");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains(
                        "3 pages of " + book.mets() + " in 6 jobs",
                        "ocrd-dummy: OCR-D-IMG -> BIN",
                        "ocrd-dummy: BIN -> SEG");
        assertThat(book.content()).isEqualTo(before);
        assertThat(quire.client().runIds()).isEqualTo(runsBefore);
        assertThat(quire.client().locks(book.mets())).isEmpty();

        JsonNode plan = json(validate(quire, book, TASKS, "--json"));
        String run = quire.client()
                .submit(book.mets(), String.join("\n", TASKS), Map.of())
                .get("job_id")
                .asText();
        int jobs = 0;
        for (JsonNode step : quire.client().awaitSuccess(run, LONGEST).get("steps")) {
            jobs += step.at("/counts/SUCCESS").asInt();
        }
        assertThat(plan.get("jobs").asInt()).isPositive().isEqualTo(jobs);
    }

    @Test
    void saysAllThatIsWrongAtOnceAsTheRunWouldBeRefused(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("validate-ill"), 1);
        List<String> tasks = List.of("dummy -I OCR-D-IMG -O OCR-D-IMG", "dummy -I NOWHERE -O A", "sorcery -I A -O B");

        QuireCommandLine.Ended ended = validate(quire, book, tasks);

        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("OCR-D-IMG", "NOWHERE", "ocrd-sorcery");
        var refusal = quire.client().trySubmit(book.mets().toString(), String.join("\n", tasks), Map.of());
        assertThat(refusal.statusCode()).isBetween(400, 499);
    }

    @Test
    void saysWhatHelpsWhenTheOutputIsThereAlready(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("validate-later"), 1);
        quire.client()
                .awaitSuccess(quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O BIN", ""), LONGEST);

        QuireCommandLine.Ended again = validate(quire, book, TASKS);

        assertThat(again.exitCode()).as("BIN is there already").isEqualTo(2);
        assertThat(again.output()).contains("BIN", "overwrite");
        assertThat(validate(quire, book, TASKS, "--overwrite").exitCode()).isZero();
    }

    private QuireCommandLine.Ended validate(QuireSystem quire, Book book, List<String> tasks, String... options) {
        List<String> all = new ArrayList<>(List.of(
                "validate",
                "-m",
                book.mets().toString(),
                "--server",
                quire.client().server().toString()));
        all.addAll(List.of(options));
        all.addAll(tasks);
        return new QuireCommandLine(temp).call(all.toArray(String[]::new));
    }

    private static JsonNode json(QuireCommandLine.Ended ended) throws IOException {
        assertThat(ended.exitCode()).as(ended.output()).isZero();
        return new ObjectMapper()
                .readTree(ended.output().substring(ended.output().indexOf('{')));
    }
}
