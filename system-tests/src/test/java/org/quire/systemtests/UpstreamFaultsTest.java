package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Faults of OCR-D's Processing Server in requests, pages and parameters that must not be here. */
@ExtendWith(RequiresRealEngine.class)
class UpstreamFaultsTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void aWorkflowWhoseThirdStepIsWrongIsNotSubmittedByHalf(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-half"), 2);
        Map<String, String> before = book.content();
        List<String> runs = quire.client().runIds();

        HttpResponse<String> answer =
                quire.client().trySubmit(book.mets().toString(), """
                dummy -I OCR-D-IMG -O ONE
                dummy -I ONE -O TWO
                dummy -I TWO -O THREE -P no_such_parameter 1
                """, Map.of("page_wise", "True"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("no_such_parameter");
        assertThat(quire.client().runIds()).isEqualTo(runs);
        assertThat(quire.client().locks(book.mets())).isEmpty();
        assertThat(book.content()).isEqualTo(before);
    }

    @Test
    void aRefusedRequestLeavesNoPageLocked(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-lock"), 2);
        ObjectNode wrong = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT");
        wrong.putObject("parameters").put("no_such_parameter", 1);

        assertThat(quire.client().tryProcessor("ocrd-dummy", wrong).statusCode())
                .isEqualTo(400);
        JsonNode right = quire.client().processor("ocrd-dummy", QuireClient.request(book.mets(), "OCR-D-IMG", "OUT"));

        assertThat(right.get("state").asText()).isEqualTo("QUEUED");
        quire.client().awaitJob(right.get("job_id").asText(), "SUCCESS", LONGEST);
    }

    @Test
    void whoWantsAllPagesWaitsWhileSomeAreHeld(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("fault-some"), 3);
        Path scratch = quire.scratch("fault-some");
        Path gate = scratch.resolve("gate");
        var some = new Recorder(scratch.resolve("some"));
        var all = new Recorder(scratch.resolve("all"));
        String holder =
                job(quire, book.mets(), some, gate, "PHYS_0002").get("job_id").asText();
        quire.client().awaitJob(holder, "RUNNING", LONGEST);

        JsonNode waiting = job(quire, book.mets(), all, null, "");

        assertThat(waiting.get("state").asText()).isEqualTo("CACHED");
        Files.createFile(gate);
        quire.client().awaitJob(waiting.get("job_id").asText(), "SUCCESS", LONGEST);
        assertThat(all.calls().getFirst().start())
                .isGreaterThan(some.calls().getFirst().end());
    }

    @Test
    void aWorkspaceIsTheSameHoweverItsPathIsSpelt(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("fault-spelt"), 1);
        Path scratch = quire.scratch("fault-spelt");
        Path gate = scratch.resolve("gate");
        Path link = Files.createSymbolicLink(quire.workspaces().resolve("fault-spelt-link"), book.folder());
        String holder = job(quire, book.mets(), new Recorder(scratch.resolve("holder")), gate, "")
                .get("job_id")
                .asText();
        quire.client().awaitJob(holder, "RUNNING", LONGEST);
        String folder = book.folder().toString();

        for (String spelling : List.of(
                link + "/mets.xml",
                folder + "/./mets.xml",
                folder + "//mets.xml",
                folder + "/../" + book.folder().getFileName() + "/mets.xml")) {
            JsonNode waiting = quire.client()
                    .processor(
                            Recorder.NAME,
                            request(Path.of("/unused"), new Recorder(scratch.resolve("waiting")), null, "")
                                    .put("path_to_mets", spelling));
            assertThat(waiting.get("state").asText()).as(spelling).isEqualTo("CACHED");
            assertThat(waiting.get("path_to_mets").asText())
                    .isEqualTo(book.mets().toString());
        }

        await("all wait at one workspace")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).size() == 5);
        Files.createFile(gate);
        await("all got their turn")
                .atMost(LONGEST)
                .until(() -> quire.client().locks(book.mets()).isEmpty());
    }

    @Test
    void aWorkspaceHasNoSecondNameByAnId(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-id"), 1);
        ObjectNode byId = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT").put("workspace_id", "w");
        assertThat(quire.client().tryProcessor("ocrd-dummy", byId).statusCode()).isEqualTo(422);
        byId.remove("path_to_mets");

        HttpResponse<String> answer = quire.client().tryProcessor("ocrd-dummy", byId);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("Workspace with id 'w' not found");
    }

    @Test
    void aReversedPageRangeIsRefused(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-reversed"), 3);
        ObjectNode request =
                QuireClient.request(book.mets(), "OCR-D-IMG", "OUT").put("page_id", "PHYS_0003..PHYS_0001");

        HttpResponse<String> job = quire.client().tryProcessor("ocrd-dummy", request);
        HttpResponse<String> run = quire.client()
                .trySubmit(
                        book.mets().toString(),
                        "dummy -I OCR-D-IMG -O OUT",
                        Map.of("page_id", "PHYS_0003..PHYS_0001", "page_wise", "True"));

        assertThat(List.of(job.statusCode(), run.statusCode())).containsOnly(422);
        assertThat(job.body()).contains("PHYS_0003..PHYS_0001");
    }

    @Test
    void aProcessorWithoutAnOutputGroupRuns(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-no-output"), 2);
        var recorder = new Recorder(quire.scratch("fault-no-output").resolve("record"));
        ObjectNode request = request(book.mets(), recorder, null, "");
        request.remove("output_file_grps");

        JsonNode left = quire.client().processor(Recorder.SINK, request);
        JsonNode none = quire.client().processor(Recorder.SINK, request.putNull("output_file_grps"));

        quire.client().awaitJob(left.get("job_id").asText(), "SUCCESS", LONGEST);
        quire.client().awaitJob(none.get("job_id").asText(), "SUCCESS", LONGEST);
        assertThat(recorder.calls()).hasSize(2);
        String run = quire.client()
                .submitPageWise(
                        book.mets(),
                        "recorder-sink -I OCR-D-IMG -p '" + recorder.with(Recorder.parameters()) + "'",
                        "");
        quire.client().awaitSuccess(run, LONGEST);
        assertThat(MetsDocument.read(book.mets()).agents()).contains("ocrd-recorder-sink v1");
        assertThat(book.filesIn(".")).containsExactlyInAnyOrder(".mets.xml.lock", "OCR-D-IMG", "mets.xml");
    }

    @Test
    void aMissingOutputGroupIsRefusedWhereOneIsNeeded(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-needs-output"), 1);
        ObjectNode request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT");

        HttpResponse<String> answer = quire.client().tryProcessor("ocrd-dummy", request.putNull("output_file_grps"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("expected 1 output file group(s), but got 0");
    }

    @Test
    void aMissingRequiredParameterIsRefusedEachTime(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("fault-required"), 1);
        for (int time = 1; time <= 3; time++) {
            HttpResponse<String> answer =
                    quire.client().tryProcessor(Recorder.NAME, QuireClient.request(book.mets(), "OCR-D-IMG", "OUT"));

            assertThat(answer.statusCode())
                    .as("time %d: %s", time, answer.body())
                    .isEqualTo(400);
            assertThat(answer.body()).contains("record");
        }
        assertThat(quire.client()
                        .getJson("/processor/info/" + Recorder.NAME)
                        .at("/parameters/record/required")
                        .asBoolean())
                .isTrue();
    }

    /** A real one: the parameter is an object, and the second job finds the first one's instance. */
    @Test
    void nestedParametersDoNotCrashAWarmProcessor(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("fault-nested"), 2);
        String script = """
                tesserocr-recognize -I OCR-D-IMG -O OUT -p '{"model":"eng","segmentation_level":"region","find_tables":false,\
                "textequiv_level":"region","tesseract_parameters":{"tessedit_do_invert":"0","textord_noise_rejrows":"1"}}'
                """;

        JsonNode submitted = quire.client().submit(book.mets(), script, Map.of("page_wise", "True"));
        quire.client().awaitSuccess(submitted.get("job_id").asText(), LONGEST);

        assertThat(quire.client().processors()).contains("ocrd-tesserocr-recognize");
        assertThat(MetsDocument.read(book.mets()).files("OUT"))
                .flatExtracting(MetsDocument.Entry::pages)
                .contains("PHYS_0001", "PHYS_0002");
        for (String page : List.of("PHYS_0001", "PHYS_0002")) {
            String job = submitted.at("/processing_job_ids/" + page + "/0").asText();
            assertThat(quire.client().jobLog(job)).contains("(warm)").doesNotContain("unhashable");
        }
    }

    @Test
    void pageIdsOfMixedFormsAreTakenAsTheyAre(QuireSystem quire) {
        List<String> ids = List.of("f_1875-A", "f_1875-B", "f_192x-A", "f_192x-B", "A1_1", "A1_2");
        Book book = Book.withPages(quire.workspaces().resolve("fault-ids"), ids);

        JsonNode submitted =
                quire.client().submit(book.mets(), "dummy -I OCR-D-IMG -O OUT", Map.of("page_wise", "True"));
        JsonNode some = quire.client()
                .submit(
                        book.mets(),
                        "dummy -I OCR-D-IMG -O SOME",
                        Map.of("page_wise", "True", "page_id", "f_1875-A,f_192x-B,A1_1..A1_2"));

        assertThat(submitted.get("processing_job_ids").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyElementsOf(ids);
        assertThat(some.get("processing_job_ids").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("f_1875-A", "f_192x-B", "A1_1", "A1_2");
        quire.client().awaitSuccess(submitted.get("job_id").asText(), LONGEST);
        quire.client().awaitSuccess(some.get("job_id").asText(), LONGEST);
        assertThat(MetsDocument.read(book.mets()).files("OUT"))
                .flatExtracting(MetsDocument.Entry::pages)
                .containsOnlyOnceElementsOf(ids)
                .hasSize(ids.size());
    }

    private static ObjectNode request(Path mets, Recorder recorder, Path gate, String pages) {
        ObjectNode request = QuireClient.request(mets, "OCR-D-IMG", "OUT")
                .put("page_id", pages)
                .put("overwrite", true);
        request.set(
                "parameters", recorder.with(Recorder.parameters().put("gate", gate == null ? "" : gate.toString())));
        return request;
    }

    private static JsonNode job(QuireSystem quire, Path mets, Recorder recorder, Path gate, String pages) {
        return quire.client().processor(Recorder.NAME, request(mets, recorder, gate, pages));
    }
}
