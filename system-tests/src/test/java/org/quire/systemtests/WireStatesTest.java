package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** The states that clients see, from a request to the end of its job or run. */
@ExtendWith(RequiresRealEngine.class)
class WireStatesTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void aJobWaitsAsCachedForPagesThatOthersHoldAndItsAnswerSaysSo(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("states-pages"), 2);
        Path scratch = quire.scratch("states-pages");
        Path gate = scratch.resolve("gate");
        var holder = new Recorder(scratch.resolve("holder"));
        var waiting = new Recorder(scratch.resolve("waiting"));
        String holderJob = request(quire, book, holder, "PHYS_0001", gate, "QUEUED");
        quire.client().awaitJob(holderJob, "RUNNING", LONGEST);

        String held = request(quire, book, waiting, "PHYS_0001..PHYS_0002", null, "CACHED");
        await("it has its place")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).size() == 2);
        String free = request(quire, book, new Recorder(scratch.resolve("free")), "PHYS_0002", null, "CACHED");

        await("all are registered")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).size() == 3);
        assertThat(quire.client().jobState(held)).isEqualTo("CACHED");
        assertThat(quire.client().jobState(free))
                .as("waits for the one before it")
                .isEqualTo("CACHED");
        assertThat(simpleState(quire, held)).isEqualTo("QUEUED");
        Files.createFile(gate);
        quire.client().awaitJob(held, "SUCCESS", LONGEST);
        quire.client().awaitJob(free, "SUCCESS", LONGEST);
        assertThat(waiting.calls()).hasSize(1);
    }

    @Test
    void aJobOnPagesThatNobodyHoldsIsQueued(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("states-disjoint"), 2);
        Path scratch = quire.scratch("states-disjoint");
        Path gate = scratch.resolve("gate");
        String holder = request(quire, book, new Recorder(scratch.resolve("holder")), "PHYS_0001", gate, "QUEUED");
        quire.client().awaitJob(holder, "RUNNING", LONGEST);

        String other = request(quire, book, new Recorder(scratch.resolve("other")), "PHYS_0002", null, "QUEUED");

        quire.client().awaitJob(other, "SUCCESS", LONGEST);
        assertThat(quire.client().jobState(holder)).isEqualTo("RUNNING");
        Files.createFile(gate);
        quire.client().awaitJob(holder, "SUCCESS", LONGEST);
    }

    /** Four of these processors run at once, so a fifth job waits in the queue. */
    @Test
    void aJobForWhichNoWorkerIsFreeIsQueuedAndSoIsItsRun(QuireSystem quire) throws IOException {
        Book busy = Book.generated(quire.workspaces().resolve("states-busy"), 4);
        Book late = Book.generated(quire.workspaces().resolve("states-late"), 1);
        Path scratch = quire.scratch("states-busy");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("busy"));
        String run = quire.client().submitPageWise(busy.mets(), gated(recorder, gate), "");
        await("all workers are busy")
                .atMost(LONGEST)
                .until(() -> recorder.calls().size() == 4);

        String job = request(quire, late, new Recorder(scratch.resolve("late")), "", null, "QUEUED");

        quire.client().awaitJob(job, "QUEUED", LONGEST);
        assertThat(simpleState(quire, job)).isEqualTo("QUEUED");
        assertThat(quire.client()
                        .getJson("/workflow/job-simple/" + run)
                        .get("state")
                        .asText())
                .isEqualTo("RUNNING");
        Files.createFile(gate);
        quire.client().awaitJob(job, "SUCCESS", LONGEST);
        quire.client().awaitSuccess(run, LONGEST);
        quire.client().awaitSuccess(runOf(job), LONGEST);
        assertThat(simpleState(quire, job)).isEqualTo("SUCCESS");
    }

    @Test
    void jobsThatFollowAFailedOneAreCancelledAndTheRunIsFailed(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("states-failed"), 2);
        var recorder = new Recorder(quire.scratch("states-failed").resolve("record"));
        JsonNode submitted = quire.client()
                .submit(
                        book.mets(),
                        recorder.task("OCR-D-IMG", "ONE", Recorder.parameters().put("fail_page", "PHYS_0001"))
                                + "\ndummy -I ONE -O TWO",
                        Map.of("page_wise", "True"));
        String run = submitted.get("job_id").asText();

        quire.client().awaitEnd(run, LONGEST);

        String failed = submitted.at("/processing_job_ids/PHYS_0001/0").asText();
        assertThat(quire.client().jobState(failed)).isEqualTo("FAILED");
        assertThat(quire.client()
                        .jobState(
                                submitted.at("/processing_job_ids/PHYS_0001/1").asText()))
                .isEqualTo("CANCELLED");
        assertThat(quire.client()
                        .jobState(
                                submitted.at("/processing_job_ids/PHYS_0002/1").asText()))
                .isEqualTo("SUCCESS");
        assertThat(quire.client().get("/workflow/job-simple/" + run).body()).isEqualTo("{\"state\":\"FAILED\"}");
        assertThat(quire.client().get("/workflow/job/" + run).body()).isEqualTo("""
                {"ocrd-recorder":{"SUCCESS":1,"FAILED":1},"ocrd-dummy":{"SUCCESS":1,"CANCELLED":1},\
                "failed-processor-tasks":{"ocrd-recorder":[{"job_id":"%s","page_id":"PHYS_0001"}]}}""".formatted(failed));
    }

    @Test
    void everyPollCountsEveryJobOnceAndStatesOnlyGoForward(QuireSystem quire) {
        int pages = 20;
        Book book = Book.generated(quire.workspaces().resolve("states-polled"), pages);
        JsonNode submitted = quire.client()
                .submit(
                        book.mets(),
                        """
                dummy -I OCR-D-IMG -O ONE
                dummy -I ONE -O TWO
                recorder -I ONE -O THREE -P record %s
                """.formatted(quire.scratch("states-polled").resolve("record")),
                        Map.of("page_wise", "True"));
        String run = submitted.get("job_id").asText();
        String job = submitted.at("/processing_job_ids/PHYS_0020/2").asText();
        List<String> runStates = new ArrayList<>();
        List<String> jobStates = new ArrayList<>();

        await("the run ends")
                .atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    JsonNode counts = quire.client().getJson("/workflow/job/" + run);
                    assertThat(sum(counts.get("ocrd-dummy")))
                            .as(counts.toString())
                            .isEqualTo(2 * pages);
                    assertThat(sum(counts.get("ocrd-recorder")))
                            .as(counts.toString())
                            .isEqualTo(pages);
                    jobStates.add(quire.client().jobState(job));
                    runStates.add(quire.client()
                            .getJson("/workflow/job-simple/" + run)
                            .get("state")
                            .asText());
                    return runStates.getLast().equals("SUCCESS");
                });

        assertThat(runStates).as("was polled in between").contains("RUNNING");
        assertThat(runStates).isSortedAccordingTo(byRank("QUEUED", "RUNNING", "SUCCESS"));
        assertThat(jobStates).isSortedAccordingTo(byRank("CACHED", "QUEUED", "RUNNING", "SUCCESS"));
    }

    private static Comparator<String> byRank(String... states) {
        List<String> order = List.of(states);
        return Comparator.comparing(state -> {
            assertThat(order).contains(state);
            return order.indexOf(state);
        });
    }

    private static int sum(JsonNode counts) {
        return StreamSupport.stream(counts.spliterator(), false)
                .mapToInt(JsonNode::asInt)
                .sum();
    }

    private static String simpleState(QuireSystem quire, String job) {
        return quire.client()
                .getJson("/workflow/job-simple/" + runOf(job))
                .get("state")
                .asText();
    }

    private static String runOf(String job) {
        return job.substring(0, job.length() - "-0-0".length());
    }

    private static String gated(Recorder recorder, Path gate) {
        return recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString()));
    }

    /** Asks for a job and answers its id; the answer must say the state. */
    private static String request(
            QuireSystem quire, Book book, Recorder recorder, String pages, Path gate, String state) {
        var request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT")
                .put("page_id", pages)
                .put("overwrite", true);
        var parameters = Recorder.parameters().put("gate", gate == null ? "" : gate.toString());
        request.set("parameters", recorder.with(parameters));
        JsonNode answer = quire.client().processor(Recorder.NAME, request);
        assertThat(answer.get("state").asText()).isEqualTo(state);
        return answer.get("job_id").asText();
    }
}
