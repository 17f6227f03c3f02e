package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.OcrResult.Step;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TestEnvironment;

/** Real books through real OCR, from the REST call back into {@code mets.xml}. */
@ExtendWith(RequiresRealEngine.class)
class TesserocrWorkflowTest {

    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final String FOUR_STEPS = """
            tesserocr-binarize -I OCR-D-IMG -O OCR-D-BIN
            tesserocr-segment-region -I OCR-D-BIN -O OCR-D-SEG-REG
            tesserocr-segment-line -I OCR-D-SEG-REG -O OCR-D-SEG-LINE
            tesserocr-recognize -I OCR-D-SEG-LINE -O OCR-D-OCR -P model eng
            """;
    private static final List<Step> FOUR_STEP_RESULTS = List.of(
            new Step("OCR-D-BIN", "ocrd-tesserocr-binarize"),
            new Step("OCR-D-SEG-REG", "ocrd-tesserocr-segment-region"),
            new Step("OCR-D-SEG-LINE", "ocrd-tesserocr-segment-line"),
            new Step("OCR-D-OCR", "ocrd-tesserocr-recognize"));

    @ParameterizedTest(name = "page_wise={0}")
    @ValueSource(strings = {"True", "False"})
    void recognisesTheSampleBook(String pageWise, QuireSystem quire) throws IOException {
        Book book = Book.copyOf(sampleBook(), quire.workspaces().resolve("sample-" + pageWise));

        OcrResult result = recognise(book, pageWise, quire);

        result.assertComplete();
        assertThat(String.join(" ", result.texts())).containsPattern("\\p{L}{4,} \\p{L}{2,}");
    }

    @ParameterizedTest(name = "page_wise={0}")
    @ValueSource(strings = {"True", "False"})
    void recognisesARealBookOf1784(String pageWise, QuireSystem quire) {
        Path source = TestEnvironment.samples()
                .map(folder -> folder.resolve("kant_aufklaerung_1784"))
                .orElse(Path.of("/nonexistent"));
        assumeTrue(Files.isDirectory(source), "Expected kant_aufklaerung_1784 in QUIRE_TEST_SAMPLES.");
        Book book = Book.copyOf(source, quire.workspaces().resolve("kant-" + pageWise));

        OcrResult result = recognise(book, pageWise, quire);

        result.assertComplete();
    }

    private static OcrResult recognise(Book book, String pageWise, QuireSystem quire) {
        var original = MetsDocument.read(book.mets());
        JsonNode submitted = quire.client().submit(book.mets(), FOUR_STEPS, Map.of("page_wise", pageWise));
        quire.client().awaitSuccess(submitted.get("job_id").asText(), LONGEST);
        return new OcrResult(book, original, FOUR_STEP_RESULTS);
    }

    private static Path sampleBook() throws IOException {
        try (Stream<Path> files = Files.walk(TestEnvironment.projectRoot().resolve("sample"), 3)) {
            return files.filter(file -> file.endsWith("mets.xml"))
                    .map(Path::getParent)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("Expected a mets.xml under sample/."));
        }
    }
}
