package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.Recorder.Call;
import org.quire.systemtests.harness.RequiresRealEngine;

/** A worker host that is killed in the middle of a run. */
@ExtendWith(RequiresRealEngine.class)
class WorkerLossTest {

    private static final int PAGES = 12;
    private static final Duration LONGEST = Duration.ofSeconds(120);

    /** A job of a run, by what the recorder knows of it. */
    private record Job(String page, String group) {
        boolean is(Call call) {
            return call.pages().equals(page) && call.group().equals(group);
        }
    }

    @Test
    void aRunOutlivesTheKillingOfItsWorkerHostAndRepeatsNothingThatWasDone(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("killed"), PAGES);
        Path scratch = quire.scratch("killed");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String script = recorder.task(
                        "OCR-D-IMG", "FIRST", Recorder.parameters().put("seconds", 0.1))
                + "\n"
                + recorder.task(
                        "FIRST",
                        "SECOND",
                        Recorder.parameters().put("gate", gate.toString()).put("gate_page", "PHYS_0012"));
        JsonNode submitted = quire.client().submit(book.mets(), script, Map.of("page_wise", "True"));
        String run = submitted.get("job_id").asText();
        Map<String, Job> jobs = jobs(submitted);
        await("some jobs are done and one is at the gate")
                .atMost(LONGEST)
                .until(() -> atTheGate(recorder) && done(quire, jobs).size() >= 4);

        List<Job> doneBefore = done(quire, jobs);
        quire.killWorkerHost();
        Files.createFile(gate);
        quire.startWorkerHost();
        quire.client().awaitSuccess(run, LONGEST);

        assertThat(doneBefore).hasSizeLessThan(jobs.size());
        List<Call> calls = recorder.calls();
        assertThat(doneBefore)
                .allSatisfy(job -> assertThat(calls.stream().filter(job::is))
                        .as("calls for " + job)
                        .hasSize(1));
        assertThat(jobs.values())
                .allSatisfy(job -> assertThat(calls.stream().filter(job::is)).isNotEmpty());
        assertEachFileOnce(book, "FIRST");
        assertEachFileOnce(book, "SECOND");
    }

    private static boolean atTheGate(Recorder recorder) {
        var gated = new Job("PHYS_0012", "SECOND");
        return recorder.calls().stream().anyMatch(call -> gated.is(call) && !call.ended());
    }

    private static Map<String, Job> jobs(JsonNode submitted) {
        var jobs = new LinkedHashMap<String, Job>();
        submitted.get("processing_job_ids").properties().forEach(page -> {
            jobs.put(page.getValue().get(0).asText(), new Job(page.getKey(), "FIRST"));
            jobs.put(page.getValue().get(1).asText(), new Job(page.getKey(), "SECOND"));
        });
        return jobs;
    }

    private static List<Job> done(QuireSystem quire, Map<String, Job> jobs) {
        return jobs.keySet().stream()
                .filter(id -> quire.client().jobState(id).equals("SUCCESS"))
                .map(jobs::get)
                .toList();
    }

    private static void assertEachFileOnce(Book book, String group) {
        var mets = MetsDocument.read(book.mets());
        assertThat(mets.files(group))
                .hasSize(PAGES)
                .allSatisfy(file -> assertThat(file.pages()).hasSize(1))
                .extracting(file -> file.pages().getFirst())
                .containsExactlyInAnyOrderElementsOf(mets.pages());
        assertThat(book.filesIn(group)).hasSize(PAGES);
    }
}
