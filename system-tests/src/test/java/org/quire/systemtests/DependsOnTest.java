package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Jobs that wait for others by {@code depends_on}, in the same workspace and in another one. */
@ExtendWith(RequiresRealEngine.class)
class DependsOnTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** OCR-D's server leaves such a job CACHED for ever. */
    private static final Duration SOON = Duration.ofSeconds(5);

    @Test
    void startsWhenAJobOfAnotherWorkspaceHasSucceeded(QuireSystem quire) throws IOException {
        Path gate = quire.scratch("depends-other").resolve("gate");
        String first = job(quire, "depends-other-first", gate, null, "QUEUED");

        String byJob = job(quire, "depends-other-by-job", null, first, "CACHED");
        String byRun = job(quire, "depends-other-by-run", null, runOf(first), "CACHED");

        quire.client().awaitJob(first, "RUNNING", LONGEST);
        assertThat(quire.client().jobState(byJob)).isEqualTo("CACHED");
        assertThat(quire.client().jobState(byRun)).isEqualTo("CACHED");
        Files.createFile(gate);
        quire.client().awaitJob(byJob, "SUCCESS", LONGEST);
        quire.client().awaitJob(byRun, "SUCCESS", LONGEST);
    }

    @Test
    void doesNotWaitForWhatHasSucceededBefore(QuireSystem quire) throws IOException {
        String first = job(quire, "depends-ended-first", null, null, "QUEUED");
        quire.client().awaitSuccess(runOf(first), LONGEST);

        quire.client().awaitJob(job(quire, "depends-ended-job", null, first, "QUEUED"), "SUCCESS", LONGEST);
        quire.client().awaitJob(job(quire, "depends-ended-run", null, runOf(first), "QUEUED"), "SUCCESS", LONGEST);
    }

    @Test
    void isCancelledSoonAfterWhatItWaitedForWasStopped(QuireSystem quire) throws IOException {
        Path gate = quire.scratch("depends-stopped").resolve("gate");
        String first = job(quire, "depends-stopped-first", gate, null, "QUEUED");
        String dependent = job(quire, "depends-stopped-second", null, first, "CACHED");
        String third = job(quire, "depends-stopped-third", null, dependent, "CACHED");
        quire.client().awaitJob(first, "RUNNING", LONGEST);

        quire.client().end(runOf(first), "stop");
        quire.client().awaitJob(first, "CANCELLED", LONGEST);

        quire.client().awaitJob(dependent, "CANCELLED", SOON);
        quire.client().awaitJob(third, "CANCELLED", SOON);
        assertEndedWithReason(quire, dependent, first);
        assertEndedWithReason(quire, third, dependent);
    }

    @Test
    void isCancelledAtOnceIfWhatItNeedsHasFailedBefore(QuireSystem quire) throws IOException {
        String failed = failedJob(quire, "depends-failed");

        quire.client().awaitJob(job(quire, "depends-failed-job", null, failed, "CACHED"), "CANCELLED", SOON);
        String byRun = job(quire, "depends-failed-run", null, runOf(failed), "CACHED");
        quire.client().awaitJob(byRun, "CANCELLED", SOON);
        assertEndedWithReason(quire, byRun, runOf(failed));
    }

    @Test
    void isCancelledSoonAfterWhatItWaitedForWasTerminatedFromOutside(QuireSystem quire) throws IOException {
        Path gate = quire.scratch("depends-terminated").resolve("gate");
        String first = job(quire, "depends-terminated-first", gate, null, "QUEUED");
        String dependent = job(quire, "depends-terminated-second", null, first, "CACHED");
        quire.client().awaitJob(first, "RUNNING", LONGEST);

        quire.temporal().terminate("run/" + runOf(first));

        quire.client().awaitJob(dependent, "CANCELLED", SOON);
        assertEndedWithReason(quire, dependent, first);
        Files.createFile(gate);
    }

    @Test
    void isRefusedIfWhatItNeedsIsUnknown(QuireSystem quire) throws IOException {
        String known = job(quire, "depends-unknown-first", null, null, "QUEUED");
        Book book = Book.generated(quire.workspaces().resolve("depends-unknown"), 1);
        for (String unknown : new String[] {"no-such-job", runOf(known) + "-7-7", ""}) {
            var request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT");
            request.putArray("depends_on").add(known).add(unknown);

            HttpResponse<String> answer = quire.client().tryProcessor("ocrd-dummy", request);

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
            assertThat(answer.body()).contains("'" + unknown + "' is none");
        }
        assertThat(quire.client().locks(book.mets())).isEmpty();
    }

    private static void assertEndedWithReason(QuireSystem quire, String job, String named) {
        JsonNode run = quire.client().awaitEnd(runOf(job), LONGEST);
        assertThat(run.get("state").asText()).isEqualTo("CANCELLED");
        assertThat(run.get("reason").asText()).contains("'" + named + "', which this run depends on");
        assertThat(quire.client().get("/workflow/job-simple/" + runOf(job)).body())
                .isEqualTo("{\"state\":\"FAILED\"}");
    }

    private static String failedJob(QuireSystem quire, String name) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve(name), 1);
        var recorder = new Recorder(quire.scratch(name).resolve("record"));
        var request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT").put("page_id", "PHYS_0001");
        request.set("parameters", recorder.with(Recorder.parameters().put("fail_page", "PHYS_0001")));
        String job =
                quire.client().processor(Recorder.NAME, request).get("job_id").asText();
        quire.client().awaitJob(job, "FAILED", LONGEST);
        return job;
    }

    /** Asks for a job on a book of its own; the answer must say the state. */
    private static String job(QuireSystem quire, String name, Path gate, String dependsOn, String state)
            throws IOException {
        Book book = Book.generated(quire.workspaces().resolve(name), 1);
        var recorder = new Recorder(quire.scratch(name).resolve("record"));
        var request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT");
        request.set(
                "parameters", recorder.with(Recorder.parameters().put("gate", gate == null ? "" : gate.toString())));
        if (dependsOn != null) {
            request.putArray("depends_on").add(dependsOn);
        }
        JsonNode answer = quire.client().processor(Recorder.NAME, request);
        assertThat(answer.get("state").asText()).as(name).isEqualTo(state);
        return answer.get("job_id").asText();
    }

    private static String runOf(String job) {
        return job.substring(0, job.length() - "-0-0".length());
    }
}
