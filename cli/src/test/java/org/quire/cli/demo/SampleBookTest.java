package org.quire.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Mets;
import org.quire.mets.MetsFile;

class SampleBookTest {

    private static final Path SAMPLE = Path.of("..", "sample");

    @TempDir
    Path folder;

    @Test
    void copyIsAWorkspaceWithAllImages() throws IOException {
        SampleBook book = SampleBook.copy(SAMPLE, folder.resolve("book"));

        Mets mets = Mets.read(book.mets());
        assertThat(mets.pageIds()).containsExactly("PHYS_0001", "PHYS_0002", "PHYS_0003");
        assertThat(mets.files("OCR-D-IMG"))
                .hasSize(3)
                .extracting(MetsFile::localPath)
                .allSatisfy(path -> assertThat(book.folder().resolve(path)).isNotEmptyFile());
        assertThat(book.workflow()).contains("-O OCR-D-OCR ");
    }

    @Test
    void nothingIsRecognisedBeforeARun() throws IOException {
        SampleBook book = SampleBook.copy(SAMPLE, folder.resolve("book"));

        assertThat(book.pages()).hasSize(3).allSatisfy(page -> {
            assertThat(page.printed()).isNotBlank();
            assertThat(page.recall()).isZero();
        });
    }

    @Test
    void readsTheRecognisedTextOfEachPage() throws IOException {
        SampleBook book = SampleBook.copy(SAMPLE, folder.resolve("book"));
        addResult(book, "PHYS_0002", "The Compositor");

        SampleBook.Page page = book.pages().get(1);

        assertThat(page.recognised()).isEqualTo("The Compositor");
        assertThat(page.recall()).isBetween(0.01, 0.1);
    }

    private static void addResult(SampleBook book, String page, String text) throws IOException {
        Files.createDirectory(book.folder().resolve("OCR-D-OCR"));
        Files.writeString(
                book.folder().resolve("OCR-D-OCR/x.xml"),
                "<PcGts><Page><TextRegion id=\"r\"><TextEquiv><Unicode>" + text
                        + "</Unicode></TextEquiv></TextRegion></Page></PcGts>");
        String mets = Files.readString(book.mets())
                .replace(
                        "</mets:fileSec>",
                        "<mets:fileGrp USE=\"OCR-D-OCR\"><mets:file ID=\"x\" MIMETYPE=\"application/vnd.prima.page+xml\">"
                                + "<mets:FLocat LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"OCR-D-OCR/x.xml\"/>"
                                + "</mets:file></mets:fileGrp></mets:fileSec>")
                .replaceFirst("(ID=\"" + page + "\"[^>]*>)", "$1<mets:fptr FILEID=\"x\"/>");
        Files.writeString(book.mets(), mets);
    }
}
