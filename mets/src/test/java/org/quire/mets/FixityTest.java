package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checksums of files in METS. */
class FixityTest {

    /** Of the four letters {@code abc\n}, by sha256sum. */
    private static final Fixity ABC = new Fixity("edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb", 4);

    private static final Fixity OTHER = new Fixity("0".repeat(64), 7);

    @TempDir
    Path folder;

    @Test
    void describesAFileByItsContent() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "abc\n");
        assertThat(Fixity.of(file)).isEqualTo(ABC);
        assertThat(ABC.fits(file)).isTrue();
        Files.writeString(file, "abd\n");
        assertThat(ABC.fits(file)).isFalse();
        assertThat(new Fixity(ABC.sha256(), -1).fits(Files.writeString(file, "abc\n")))
                .isTrue();
    }

    @Test
    void isWrittenWithANewFileAndReadAgain() throws IOException {
        Path book = Samples.book(folder);
        MetsFile file = Samples.result("OCR", "PHYS_0001").withFixity(ABC);
        MetsMerge.merge(book, List.of(new MetsAddition(List.of(file), List.of())));
        assertThat(Files.readString(book))
                .contains("SIZE=\"4\" CHECKSUM=\"" + ABC.sha256() + "\" CHECKSUMTYPE=\"SHA-256\"");
        assertThat(Mets.read(book).files("OCR")).containsExactly(file);
        assertThat(view(book, file)).containsExactly(file);
    }

    private List<MetsFile> view(Path book, MetsFile file) throws IOException {
        Path view = folder.resolve("view.xml");
        PageView.write(Mets.read(book), List.of("PHYS_0001"), List.of(), view);
        return Mets.read(view).files(file.fileGroup());
    }

    @Test
    void replacesWhatAnotherContentHadWhateverItsType() throws IOException {
        Path book = Samples.of(folder, """
                <mets:fileSec><mets:fileGrp USE="OCR">
                  <mets:file ID="OCR_P1" MIMETYPE="a/b" SIZE='3' CHECKSUM='900150983cd24fb0d6963f7d28e17f72' CHECKSUMTYPE='MD5'/>
                  <mets:file ID="OCR_P2" MIMETYPE="a/b" CREATED="2020-01-01T00:00:00"/>
                </mets:fileGrp></mets:fileSec>
                """);
        MetsMerge.merge(
                book, List.of(new MetsAddition(List.of(file("OCR_P1", ABC), file("OCR_P2", OTHER)), List.of())));
        String merged = Files.readString(book);
        assertThat(merged)
                .contains("SIZE='4' CHECKSUM='" + ABC.sha256() + "' CHECKSUMTYPE='SHA-256'")
                .contains("CREATED=\"2020-01-01T00:00:00\"")
                .doesNotContain("MD5");
        assertThat(Mets.read(book).files("OCR")).extracting(MetsFile::fixity).containsExactly(ABC, OTHER);
        MetsMerge.merge(book, List.of(new MetsAddition(List.of(file("OCR_P1", ABC)), List.of())));
        assertThat(Files.readString(book)).isEqualTo(merged);
    }

    @Test
    void leavesAChecksumOfWhichNothingIsSaid() throws IOException {
        Path book = Samples.of(folder, """
                <mets:fileSec><mets:fileGrp USE="OCR">
                  <mets:file ID="OCR_P1" MIMETYPE="a/b" CHECKSUM="900150983cd24fb0d6963f7d28e17f72" CHECKSUMTYPE="MD5"/>
                </mets:fileGrp></mets:fileSec>
                """);
        assertThat(Mets.read(book).files("OCR"))
                .singleElement()
                .extracting(MetsFile::fixity)
                .isNull();
        var moved = new MetsFile("OCR_P1", "OCR", "a/b", null, null, "OCR/1.txt");
        MetsMerge.merge(book, List.of(new MetsAddition(List.of(moved), List.of())));
        assertThat(Files.readString(book)).contains("CHECKSUMTYPE=\"MD5\"");
    }

    @Test
    void removesWhatAKilledWriterLeftBesideTheFile() throws IOException {
        Path book = Samples.book(folder);
        Path leftover = Files.writeString(folder.resolve(".mets.xml-123.tmp"), "half of a");
        Path foreign = Files.writeString(folder.resolve("notes.tmp"), "mine");
        MetsMerge.merge(book, List.of(new MetsAddition(List.of(Samples.result("OCR", "PHYS_0001")), List.of())));
        assertThat(leftover).doesNotExist();
        assertThat(foreign).exists();
    }

    private static MetsFile file(String id, Fixity fixity) {
        return new MetsFile(id, "OCR", "a/b", null, null, null, fixity);
    }
}
