package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TemporalDoor;
import org.quire.systemtests.harness.TestEnvironment;

/** Runs are ended at moments when something else is under way: others hold the pages, a commit, a submission, a resumption. */
@ExtendWith(RequiresRealEngine.class)
class EndingMomentsTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "stop"})
    void aRunThatWaitsForPagesGivesItsPlaceAway(String ending, QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("moment-waits-" + ending), 2);
        Path scratch = quire.scratch("moment-waits-" + ending);
        Path gate = scratch.resolve("gate");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));
        var third = new Recorder(scratch.resolve("third"));
        String holder = submit(quire, book, first, gate);
        await("the pages are held").atMost(LONGEST).until(() -> first.calls().size() == 2);
        String waiting = submit(quire, book, second, null);
        String next = submit(quire, book, third, null);
        await("two runs wait")
                .atMost(LONGEST)
                .until(() -> quire.client().awaitedUnits(book.mets(), waiting) == 2
                        && quire.client().awaitedUnits(book.mets(), next) == 2);

        quire.client().end(waiting, ending);

        assertThat(quire.client().awaitEnd(waiting, LONGEST).get("state").asText())
                .isEqualTo("CANCELLED");
        Files.createFile(gate);
        quire.client().awaitSuccess(holder, LONGEST);
        quire.client().awaitSuccess(next, LONGEST);
        assertThat(second.calls()).isEmpty();
        assertThat(quire.client().state(waiting)).isEqualTo("CANCELLED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "stop"})
    void whatHadSucceededIsInTheMetsThoughTheRunIsEndedDuringItsCommit(String ending, QuireSystem quire)
            throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("moment-commits-" + ending), 3);
        String run;
        try (var temporal = new TemporalDoor(quire.temporalTarget());
                var lock = book.lock()) {
            run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", "");
            await("all has succeeded and a commit is under way")
                    .atMost(LONGEST)
                    .until(() -> quire.client()
                                            .run(run)
                                            .at("/steps/0/counts/SUCCESS")
                                            .asInt()
                                    == 3
                            && temporal.isCommitting(book, 1));

            quire.client().end(run, ending);
        }

        assertThat(quire.client().awaitEnd(run, LONGEST).get("state").asText()).isIn("SUCCESS", "CANCELLED");
        await("nothing is locked")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).isEmpty());
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(3);
        assertThat(book.filesIn("OUT")).hasSize(3);
    }

    @Test
    void endingsSubmissionsAndResumptionsAtOnceAreAllAnsweredAndEndWell(QuireSystem quire)
            throws IOException, InterruptedException, ExecutionException {
        Book book = Book.generated(quire.workspaces().resolve("moment-at-once"), 2);
        Path scratch = quire.scratch("moment-at-once");
        var stopped = new Recorder(scratch.resolve("stopped"));
        String run = submit(quire, book, stopped, scratch.resolve("never"));
        await("it is at work").atMost(LONGEST).until(() -> stopped.calls().size() == 2);
        var other = new Recorder(scratch.resolve("other"));
        List<Callable<HttpResponse<String>>> atOnce = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            atOnce.add(() -> quire.client().post("/workflow/job/" + run + "/stop"));
            atOnce.add(() -> quire.client().post("/workflow/job/" + run + "/cancel"));
            atOnce.add(() -> quire.client().post("/workflow/job/" + run + "/resume"));
        }
        atOnce.add(() -> quire.client()
                .trySubmit(
                        book.mets().toString(),
                        other.task("OCR-D-IMG", "OUT", Recorder.parameters()),
                        Map.of("page_wise", "True", "overwrite", "true")));

        List<HttpResponse<String>> answers = new ArrayList<>();
        try (var clients = Executors.newFixedThreadPool(atOnce.size())) {
            for (Future<HttpResponse<String>> answer : clients.invokeAll(atOnce)) {
                answers.add(answer.get());
            }
        }

        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 202, 409));
        assertThat(answers.getLast().statusCode()).isEqualTo(200);
        assertThat(quire.client().awaitEnd(run, LONGEST).get("state").asText()).isEqualTo("CANCELLED");
        await("nothing is locked, so that all have ended but what was resumed and waits at the gate")
                .atMost(LONGEST)
                .until(() -> {
                    quire.client().locks(book.mets()).stream()
                            .map(entry -> entry.get("run_id").asText())
                            .filter(id -> id.startsWith(run + "-r"))
                            .forEach(id -> quire.client().tryEnd(id, "stop"));
                    return quire.client().locks(book.mets()).isEmpty();
                });
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(2);
        assertThat(quire.client().state(run)).isEqualTo("CANCELLED");
    }

    @Test
    void peopleEndRunsOnTheCommandLinesOfQuireAndTemporal(QuireSystem quire, @TempDir Path temp) throws IOException {
        var command = new QuireCommandLine(temp);
        for (String door : List.of("quire cancel", "quire stop", "temporal cancel", "temporal stop")) {
            String name = "moment-" + door.replace(' ', '-');
            Book book = Book.generated(quire.workspaces().resolve(name), 1);
            Path scratch = quire.scratch(name);
            Path gate = scratch.resolve("gate");
            var recorder = new Recorder(scratch.resolve("record"));
            String task =
                    recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString()));
            String run = quire.client().submitPageWise(book.mets(), task + "\ndummy -I OUT -O NEXT", "");
            await("it is at work").atMost(LONGEST).until(() -> recorder.calls().size() == 1);
            String ending = door.substring(door.indexOf(' ') + 1);

            if (door.startsWith("quire")) {
                QuireCommandLine.Ended ended = command.call(
                        ending, run, "--server", quire.client().server().toString());
                assertThat(ended.exitCode()).as(ended.output()).isZero();
            } else {
                signal(quire, run, ending, temp.resolve(name + ".log"));
            }

            if (ending.equals("cancel")) {
                await("it closes").atMost(LONGEST).until(() -> quire.client().tryEnd(run, "cancel") == 202);
                Files.createFile(gate);
            }
            assertThat(quire.client().awaitEnd(run, LONGEST).get("state").asText())
                    .as(door)
                    .isEqualTo("CANCELLED");
            assertThat(recorder.calls()).hasSize(1);
        }
    }

    private static void signal(QuireSystem quire, String run, String name, Path log) {
        try (ChildProcess temporal = ChildProcess.start(
                "temporal",
                List.of(
                        TestEnvironment.temporal().orElseThrow().toString(),
                        "workflow",
                        "signal",
                        "--address",
                        quire.temporalTarget(),
                        "--workflow-id",
                        "run/" + run,
                        "--name",
                        name),
                Map.of(),
                log)) {
            assertThat(temporal.waitFor(LONGEST)).as(temporal.output()).isZero();
        }
    }

    private static String submit(QuireSystem quire, Book book, Recorder recorder, Path gate) {
        var parameters = Recorder.parameters();
        if (gate != null) {
            parameters.put("gate", gate.toString());
        }
        return quire.client()
                .submit(
                        book.mets(),
                        recorder.task("OCR-D-IMG", "OUT", parameters),
                        Map.of("page_wise", "True", "overwrite", "true"))
                .get("job_id")
                .asText();
    }
}
