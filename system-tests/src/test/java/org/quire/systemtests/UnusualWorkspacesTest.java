package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireClient;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Workspaces on which OCR-D's Processing Server stumbles: their METS, their header, their path. */
@ExtendWith(RequiresRealEngine.class)
class UnusualWorkspacesTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void aMetsWithoutFileSecIsReadAndGetsOneWithItsFirstFile(QuireSystem quire) {
        Book book = withoutFileSec(quire, "no-filesec");
        var recorder = new Recorder(quire.scratch("no-filesec").resolve("record"));
        ObjectNode request = QuireClient.request(book.mets(), "OCR-D-IMG", "OUT");
        request.putArray("input_file_grps");
        request.set("parameters", recorder.with(Recorder.parameters()));

        JsonNode answer = quire.client().processor(Recorder.SOURCE, request);

        quire.client().awaitJob(answer.get("job_id").asText(), "SUCCESS", LONGEST);
        quire.client().awaitSuccess(answer.get("job_id").asText().replaceFirst("-0-0$", ""), LONGEST);
        assertThat(MetsDocument.read(book.mets()).files("OUT"))
                .flatExtracting(MetsDocument.Entry::pages)
                .containsExactlyInAnyOrder("PHYS_0001", "PHYS_0002");
    }

    @Test
    void aStepThatReadsAGroupIsRefusedForAMetsWithoutFileSec(QuireSystem quire) {
        Book book = withoutFileSec(quire, "no-filesec-refused");

        HttpResponse<String> answer =
                quire.client().trySubmit(book.mets().toString(), "dummy -I OCR-D-IMG -O OUT", Map.of());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("Input file group 'OCR-D-IMG' of the first processor not found: []");
    }

    private static Book withoutFileSec(QuireSystem quire, String name) {
        return Book.generated(quire.workspaces().resolve(name), 2)
                .edit(mets -> mets.replaceAll("(?s)<mets:fileSec>.*</mets:fileSec>", "")
                        .replaceAll("<mets:fptr[^>]*>", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ocrd-dummy", Recorder.NAME})
    void agentsOfTheHeaderStayAsTheyAre(String processor, QuireSystem quire) {
        String agents = """
                <mets:agent ROLE="ARCHIVIST" TYPE="ORGANIZATION"><mets:name>Bücherei &amp; Söhne</mets:name></mets:agent>
                <mets:agent TYPE="OTHER" OTHERTYPE="SOFTWARE" ROLE="OTHER" OTHERROLE="layout/segmentation/page">
                  <mets:name>ocrd-other v1</mets:name>
                  <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="input-file-grp">A</mets:note>
                  <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="page-id"/>
                  <mets:note>of another kind</mets:note>
                </mets:agent>
                """;
        Book book = Book.generated(quire.workspaces().resolve("agents-" + processor), 2)
                .edit(mets -> mets.replace("</mets:metsHdr>", agents + "</mets:metsHdr>"));

        runEachPage(quire, processor, book);

        var mets = MetsDocument.read(book.mets());
        assertThat(mets.agents())
                .startsWith("generated", "Bücherei & Söhne", "ocrd-other v1")
                .hasSize(4)
                .last()
                .asString()
                .startsWith(processor);
        assertThat(book.text()).contains(agents.strip());
        assertThat(mets.files("OUT")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ocrd-dummy", Recorder.NAME})
    void aPathMayHaveSpacesDotsAndUmlauts(String processor, QuireSystem quire) {
        Path folder = quire.workspaces().resolve("Bücher von ä.ö.ü").resolve("v1.2 – „Größe“ & +% 'x'." + processor);
        Book book = Book.generated(folder, 2);

        String run = runEachPage(quire, processor, book);

        assertThat(quire.client().run(run).get("workspace").asText())
                .isEqualTo(book.mets().toString());
        assertThat(MetsDocument.read(book.mets()).files("OUT"))
                .flatExtracting(MetsDocument.Entry::pages)
                .contains("PHYS_0001", "PHYS_0002");
        assertThat(book.filesIn("OUT")).isNotEmpty();
        assertThat(quire.client().locks(book.mets())).isEmpty();
    }

    /** OCR-D's programs write to the path before the sign then, and still end well. */
    @Test
    void aJobWhoseProcessorCantSaveItsMetsIsNoSuccess(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("number #1"), 1);
        Map<String, String> before = book.content();

        String run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", "");

        JsonNode ended = quire.client().awaitEnd(run, LONGEST);
        assertThat(ended.get("state").asText()).isEqualTo("FAILED");
        assertThat(ended.get("reason").asText()).contains("'#'");
        assertThat(book.content()).isEqualTo(before);
    }

    private static String runEachPage(QuireSystem quire, String processor, Book book) {
        var recorder = new Recorder(quire.scratch("unusual").resolve("record"));
        String script = processor.equals(Recorder.NAME)
                ? recorder.task("OCR-D-IMG", "OUT", Recorder.parameters())
                : "dummy -I OCR-D-IMG -O OUT";
        String run = quire.client().submitPageWise(book.mets(), script, "");
        quire.client().awaitSuccess(run, LONGEST);
        return run;
    }
}
