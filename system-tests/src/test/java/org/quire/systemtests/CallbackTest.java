package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RealTemporal;
import org.quire.systemtests.harness.Receiver;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Callbacks of jobs and runs, to receivers of every kind. What a receiver does changes nothing but its own callback. */
@ExtendWith(RequiresRealEngine.class)
class CallbackTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void tellsTheEndOfAJobOnceAsOcrdsResultMessage(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("callback-job"), 1);
        try (Receiver receiver = Receiver.answering(nth -> 200)) {
            String job = job(quire, book, receiver.url("/job"));

            await("the callback")
                    .atMost(LONGEST)
                    .until(() -> !receiver.received("/job").isEmpty());
            quire.client().awaitSuccess(runOf(job), LONGEST);

            assertThat(receiver.received("/job")).singleElement().satisfies(message -> {
                assertThat(message.contentType()).isEqualTo("application/json");
                assertThat(message.body()).isEqualTo(resultMessage(job, "SUCCESS", book));
            });
        }
    }

    @Test
    void tellsTheEndOfARunOnceWhateverItIs(QuireSystem quire) {
        Book good = Book.generated(quire.workspaces().resolve("callback-run"), 3);
        Book bad = Book.generated(quire.workspaces().resolve("callback-failed"), 2);
        var recorder = new Recorder(quire.scratch("callback-failed").resolve("record"));
        try (Receiver receiver = Receiver.answering(nth -> 204)) {
            String goodRun = run(quire, good, "dummy -I OCR-D-IMG -O OUT", receiver.url("/good"));
            String badRun = run(
                    quire,
                    bad,
                    recorder.task("OCR-D-IMG", "OUT", Recorder.parameters().put("fail_page", "PHYS_0001")),
                    receiver.url("/bad"));

            await("both callbacks")
                    .atMost(LONGEST)
                    .until(() -> !receiver.received("/good").isEmpty()
                            && !receiver.received("/bad").isEmpty());

            quire.client().awaitSuccess(goodRun, LONGEST);
            assertThat(receiver.received("/good"))
                    .extracting(Receiver.Message::body)
                    .containsExactly(resultMessage(goodRun, "SUCCESS", good));
            assertThat(receiver.received("/bad"))
                    .extracting(Receiver.Message::body)
                    .containsExactly(resultMessage(badRun, "FAILED", bad));
        }
    }

    @Test
    void triesAgainUntilAReceiverThatFailsHasTakenIt(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("callback-500"), 1);
        try (Receiver receiver = Receiver.answering(nth -> nth == 1 ? 500 : 200)) {
            String job = job(quire, book, receiver.url("/flaky"));
            quire.client().awaitSuccess(runOf(job), LONGEST);

            await("the second try")
                    .atMost(LONGEST)
                    .until(() -> receiver.received("/flaky").size() == 2);

            assertThat(receiver.received("/flaky"))
                    .extracting(Receiver.Message::answered)
                    .containsExactly(500, 200);
            assertThat(receiver.received("/flaky"))
                    .extracting(Receiver.Message::body)
                    .containsOnly(resultMessage(job, "SUCCESS", book));
        }
    }

    @Test
    void neverWaitsForAReceiver(QuireSystem quire) {
        String dead = "http://127.0.0.1:" + RealTemporal.freePort() + "/dead";
        try (Receiver hanging = Receiver.answering(nth -> -1);
                Receiver redirecting = Receiver.answering(nth -> 307)) {
            for (String url : List.of(dead, hanging.url("/hang"), redirecting.url("/redirect"))) {
                Book book = Book.generated(
                        quire.workspaces().resolve("callback-" + url.substring(url.lastIndexOf('/') + 1)), 1);
                String run = run(quire, book, "dummy -I OCR-D-IMG -O OUT", url);
                String job = job(quire, book, url);

                quire.client().awaitSuccess(run, LONGEST);
                quire.client().awaitSuccess(runOf(job), LONGEST);

                await("the run is over and no page is held, whatever " + url + " does")
                        .atMost(Duration.ofSeconds(10))
                        .until(() -> quire.client().run(run).has("ended_at")
                                && quire.client().locks(book.mets()).isEmpty());
                // The pages are really free: the same work again, at once.
                String again = quire.client()
                        .submit(book.mets(), "dummy -I OCR-D-IMG -O OUT", Map.of("overwrite", "true"))
                        .get("job_id")
                        .asText();
                quire.client().awaitSuccess(again, LONGEST);
            }
            await("the redirecting receiver was tried")
                    .atMost(LONGEST)
                    .until(() -> !redirecting.received("/redirect").isEmpty());
            assertThat(redirecting.received("/elsewhere"))
                    .as("redirects are not followed")
                    .isEmpty();
            assertThat(hanging.received("/hang")).isNotEmpty();
        }
    }

    @Test
    void refusesReceiversThatAreNotAllowed(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("callback-refused"), 1);
        for (String url : List.of("http://example.org/", "http://127.0.0.1@example.org/", "file:///etc/passwd")) {
            var request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT").put("callback_url", url);

            HttpResponse<String> job = quire.client().tryProcessor("ocrd-dummy", request);
            HttpResponse<String> run = quire.client()
                    .trySubmit(
                            book.mets().toString(), "dummy -I OCR-D-IMG -O OUT", Map.of("workflow_callback_url", url));

            assertThat(job.statusCode()).as(job.body()).isEqualTo(422);
            assertThat(job.body()).contains("callback_url");
            assertThat(run.statusCode()).as(run.body()).isEqualTo(422);
            assertThat(run.body()).contains("workflow_callback_url");
        }
    }

    private static String resultMessage(String id, String state, Book book) {
        Path mets = book.mets();
        return "{\"job_id\":\"%s\",\"state\":\"%s\",\"path_to_mets\":\"%s\",\"workspace_id\":\"\"}"
                .formatted(id, state, mets);
    }

    private static String job(QuireSystem quire, Book book, String url) {
        var request = QuireClient.request(book.mets(), "OCR-D-IMG", "BY-JOB").put("callback_url", url);
        return quire.client().processor("ocrd-dummy", request).get("job_id").asText();
    }

    private static String run(QuireSystem quire, Book book, String script, String url) {
        return quire.client()
                .submit(book.mets(), script, Map.of("page_wise", "True", "workflow_callback_url", url))
                .get("job_id")
                .asText();
    }

    private static String runOf(String job) {
        return job.substring(0, job.length() - "-0-0".length());
    }
}
