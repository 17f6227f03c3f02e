package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.OcrResult.Step;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ImageServer;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TestEnvironment;

/** Books as digitisation centres publish them: a METS whose files are URLs. */
@ExtendWith(RequiresRealEngine.class)
class RemoteImagesTest {

    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final String THREE_STEPS = """
            tesserocr-segment-region -I OCR-D-IMG -O OCR-D-SEG-REG
            tesserocr-segment-line -I OCR-D-SEG-REG -O OCR-D-SEG-LINE
            tesserocr-recognize -I OCR-D-SEG-LINE -O OCR-D-OCR -P model eng
            """;
    private static final List<Step> RESULTS = List.of(
            new Step("OCR-D-SEG-REG", "ocrd-tesserocr-segment-region"),
            new Step("OCR-D-SEG-LINE", "ocrd-tesserocr-segment-line"),
            new Step("OCR-D-OCR", "ocrd-tesserocr-recognize"));

    private final Path sample = TestEnvironment.projectRoot().resolve("sample");
    private ImageServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = new ImageServer(sample);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    /** A workspace of nothing but a METS, whose files have a checksum and a URL with a password. */
    private Book remoteBook(Path folder) throws IOException {
        Files.createDirectories(folder);
        String mets = Files.readString(sample.resolve("mets.xml"))
                .replaceAll("(<mets:file ID=\"[^\"]*\")", "$1 CHECKSUMTYPE=\"MD5\" CHECKSUM=\"0123\"")
                .replaceAll(
                        "LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"(?=OCR)",
                        "LOCTYPE=\"URL\" xlink:href=\"" + server.url(""));
        Files.writeString(folder.resolve("mets.xml"), mets);
        return new Book(folder.toRealPath());
    }

    /** The METS as it is, with a local location beside each URL. */
    private MetsDocument withLocalLocations(Book book, Path scratch) throws IOException {
        String local = "<mets:FLocat LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"OCR-D-IMG/$2\"/>";
        String mets = Files.readString(book.mets())
                .replaceAll("(<mets:FLocat LOCTYPE=\"URL\"[^>]*/([^/\"]*)\"/>)", "$1" + local);
        return MetsDocument.read(Files.writeString(scratch.resolve("expected.xml"), mets));
    }

    @ParameterizedTest(name = "page_wise={0}")
    @ValueSource(strings = {"True", "False"})
    void recognisesABookWhoseImagesAreElsewhere(String pageWise, QuireSystem quire) throws IOException {
        Book book = remoteBook(quire.workspaces().resolve("remote-" + pageWise));
        MetsDocument expected = withLocalLocations(book, quire.scratch("remote-" + pageWise));
        server.failNext("OCR-D-IMG/OCR-D-IMG_0002.png", 2);

        JsonNode submitted = quire.client().submit(book.mets(), THREE_STEPS, Map.of("page_wise", pageWise));
        quire.client().awaitSuccess(submitted.get("job_id").asText(), LONGEST);

        assertThat(server.given()).doesNotHaveDuplicates().hasSize(3);
        assertThat(book.filesIn("OCR-D-IMG"))
                .containsExactly("OCR-D-IMG_0001.png", "OCR-D-IMG_0002.png", "OCR-D-IMG_0003.png");
        var result = new OcrResult(book, expected, RESULTS);
        result.assertComplete();
        assertThat(String.join(" ", result.texts())).containsPattern("\\p{L}{4,} \\p{L}{2,}");
        assertNowhereNone(book);
        assertPasswordNowhere(quire, submitted);
        assertFetchesNothingTwice(book, quire);
    }

    private static void assertNowhereNone(Book book) throws IOException {
        assertThat(Files.readString(book.mets())).doesNotContain("None");
        assertThat(book.folder().resolve("None")).doesNotExist();
        for (Step step : RESULTS) {
            for (String file : book.filesIn(step.outputGroup())) {
                if (file.endsWith(".xml")) {
                    assertThat(Files.readString(
                                    book.folder().resolve(step.outputGroup()).resolve(file)))
                            .contains("imageFilename=\"OCR-D-IMG/OCR-D-IMG_000")
                            .doesNotContain("None");
                }
            }
        }
    }

    private static void assertPasswordNowhere(QuireSystem quire, JsonNode submitted) throws IOException {
        for (JsonNode jobs : submitted.get("processing_job_ids")) {
            for (JsonNode job : jobs) {
                assertThat(quire.client().jobLog(job.asText())).doesNotContain("opensesame");
            }
        }
        for (String log : List.of("worker-host.log", "api.log")) {
            assertThat(Files.readString(quire.workspaces().resolveSibling(log))).doesNotContain("opensesame");
        }
    }

    private void assertFetchesNothingTwice(Book book, QuireSystem quire) {
        String again = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O AGAIN", "");
        quire.client().awaitSuccess(again, LONGEST);
        assertThat(server.given()).hasSize(3);
    }

    @Test
    void failsThePageWhoseImageIsGoneAndNoOther(QuireSystem quire) throws IOException {
        Book book = remoteBook(quire.workspaces().resolve("remote-gone"));
        Files.writeString(
                book.mets(), Files.readString(book.mets()).replace("OCR-D-IMG_0002.png", "no-such-image.png"));

        String run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT\ndummy -I OUT -O OUT2", "");
        JsonNode ended = quire.client().awaitEnd(run, LONGEST);

        assertThat(ended.get("state").asText()).isEqualTo("FAILED");
        assertThat(ended.get("failures")).singleElement().satisfies(failure -> {
            assertThat(failure.get("pages").get(0).asText()).isEqualTo("PHYS_0002");
            assertThat(failure.get("reason").asText())
                    .contains(server.shownUrl("OCR-D-IMG/no-such-image.png"), "status 404")
                    .doesNotContain("opensesame");
        });
        assertThat(MetsDocument.read(book.mets()).files("OUT2"))
                .extracting(entry -> entry.pages().getFirst())
                .containsExactlyInAnyOrder("PHYS_0001", "PHYS_0003");
        assertThat(Files.readString(book.mets())).doesNotContain("None");
    }

    /** As Kitodo and Goobi write them; relative addresses are paths anyway. */
    @ParameterizedTest
    @ValueSource(strings = {"file://", "file:"})
    void readsImagesOfFileUrlsWhereTheyLie(String scheme, QuireSystem quire) throws IOException {
        Book book = remoteBook(quire.workspaces().resolve("remote-" + scheme.replaceAll("\\W", "_")));
        String images = scheme + sample.resolve("OCR-D-IMG").toRealPath();
        Files.writeString(book.mets(), Files.readString(book.mets()).replace(server.url("OCR-D-IMG"), images));
        String before = Files.readString(book.mets());

        String run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", "");
        quire.client().awaitSuccess(run, LONGEST);

        assertThat(MetsDocument.read(book.mets()).files("OUT")).isNotEmpty();
        assertThat(Files.readString(book.mets()))
                .contains(before.substring(before.indexOf("<mets:fileSec>"), before.indexOf("</mets:fileGrp>")));
        assertThat(server.given()).isEmpty();
    }
}
