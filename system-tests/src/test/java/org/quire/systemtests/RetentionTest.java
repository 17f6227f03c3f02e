package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Answers about ended runs when Temporal has forgotten them and the server was started anew. */
@ExtendWith(RequiresRealEngine.class)
class RetentionTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void idsAndAnswersOutliveTemporalsRetentionAndARestart(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("retention"), 2);
        var recorder = new Recorder(quire.scratch("retention").resolve("record"));
        JsonNode submitted = quire.client()
                .submit(
                        book.mets(),
                        recorder.task("OCR-D-IMG", "ONE", Recorder.parameters().put("fail_page", "PHYS_0002"))
                                + "\ndummy -I ONE -O TWO",
                        Map.of("page_wise", "True"));
        String run = submitted.get("job_id").asText();
        String succeeded = submitted.at("/processing_job_ids/PHYS_0001/1").asText();
        String failed = submitted.at("/processing_job_ids/PHYS_0002/0").asText();
        String cancelled = submitted.at("/processing_job_ids/PHYS_0002/1").asText();
        quire.client().awaitEnd(run, LONGEST);
        await("the report is kept")
                .atMost(LONGEST)
                .until(() -> quire.client().run(run).has("ended_at"));
        Map<String, String> before = answers(quire, run, succeeded, failed, cancelled);

        quire.temporal().forget("run/" + run);
        quire.replaceApi();

        assertThat(answers(quire, run, succeeded, failed, cancelled)).isEqualTo(before);
        assertThat(before.get("/workflow/job-simple/" + run)).isEqualTo("{\"state\":\"FAILED\"}");
        assertThat(before.get("/processor/log/" + failed)).contains("recorder fails on PHYS_0002");
        assertThat(quire.client().jobState(succeeded)).isEqualTo("SUCCESS");
        assertThat(quire.client().jobState(cancelled)).isEqualTo("CANCELLED");
        assertThat(quire.client().runIds()).contains(run);
        assertDependentsKnowIt(quire, succeeded, failed);
    }

    private static void assertDependentsKnowIt(QuireSystem quire, String succeeded, String failed) {
        Book book = Book.generated(quire.workspaces().resolve("retention-dependents"), 1);
        String afterSuccess = dependent(quire, book, "ONE", succeeded, "QUEUED");
        String afterFailure = dependent(quire, book, "TWO", failed, "CACHED");
        quire.client().awaitJob(afterSuccess, "SUCCESS", LONGEST);
        quire.client().awaitJob(afterFailure, "CANCELLED", LONGEST);
    }

    private static String dependent(QuireSystem quire, Book book, String output, String dependsOn, String state) {
        var request = QuireClient.request(book.mets(), "OCR-D-IMG", output);
        request.putArray("depends_on").add(dependsOn);
        JsonNode answer = quire.client().processor("ocrd-dummy", request);
        assertThat(answer.get("state").asText()).isEqualTo(state);
        return answer.get("job_id").asText();
    }

    private static Map<String, String> answers(QuireSystem quire, String run, String... jobs) {
        var answers = new LinkedHashMap<String, String>();
        for (String path : List.of("/workflow/job-simple/", "/workflow/job/", "/run/")) {
            answers.put(path + run, quire.client().get(path + run).body());
        }
        for (String job : jobs) {
            answers.put(
                    "/processor/job/" + job,
                    quire.client().get("/processor/job/" + job).body());
            answers.put(
                    "/processor/log/" + job,
                    quire.client().get("/processor/log/" + job).body());
        }
        return answers;
    }
}
