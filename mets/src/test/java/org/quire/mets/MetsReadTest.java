package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetsReadTest {

    @TempDir
    Path folder;

    private Path book = Path.of("mets.xml");

    @BeforeEach
    void copyBook() throws IOException {
        book = Samples.book(folder);
    }

    @Test
    void readsPagesAndGroupsInDocumentOrder() throws IOException {
        Mets mets = Mets.read(book);
        assertThat(mets.pageIds())
                .containsExactly("PHYS_0001", "PHYS_0002", "PHYS_0003", "PHYS_0004", "PHYS_0005", "PHYS_0006");
        assertThat(mets.fileGroups()).containsExactly("IMG", "GT", "EMPTY");
        assertThat(mets.files())
                .extracting(MetsFile::id)
                .startsWith("IMG_0001", "IMG_0002")
                .endsWith("GT_0001");
        assertThat(mets.files("EMPTY")).isEmpty();
        assertThat(mets.files("UNKNOWN")).isEmpty();
    }

    @Test
    void findsTheFilesOfAPage() throws IOException {
        Mets mets = Mets.read(book);
        assertThat(mets.files("IMG", "PHYS_0001"))
                .containsExactly(new MetsFile(
                        "IMG_0001",
                        "IMG",
                        "image/tiff",
                        "PHYS_0001",
                        "https://books.example/1.tif",
                        "IMG/Seite 1 ä.tif"));
        assertThat(mets.files("IMG", "PHYS_0006")).isEmpty();
        assertThat(mets.files("IMG", "PHYS_9999")).isEmpty();
    }

    @Test
    void tellsRemoteFromLocalLocations() throws IOException {
        Mets mets = Mets.read(book);
        assertThat(mets.files("IMG"))
                .extracting(MetsFile::url)
                .containsExactly("https://books.example/1.tif", "https://books.example/2.tif", null, null, null);
        assertThat(mets.files("IMG"))
                .extracting(MetsFile::localPath)
                .containsExactly("IMG/Seite 1 ä.tif", null, "IMG/3.tif", "/books/a b/4.tif", "IMG/5.tif");
    }

    @Test
    void readsTheAgentsOfTheHeaderOnly() throws IOException {
        Mets mets = Mets.read(book);
        assertThat(mets.agents()).extracting(MetsAgent::name).containsExactly("Bücherei & Söhne", "ocrd-dummy v1.0.0");
        assertThat(mets.agents().getLast().notes())
                .containsExactly(
                        new MetsAgent.Note("input-file-grp", "IMG"),
                        new MetsAgent.Note("page-id", "PHYS_0001,PHYS_0002"));
    }

    @Test
    void prefersThePurlAsIdentifier() throws IOException {
        assertThat(Mets.read(book).uniqueIdentifier()).contains("http://books.example/1?a=1&b=2");
    }

    @Test
    void givesAFileOfSeveralPagesToEachOfThem() throws IOException {
        Path shared = Samples.of(folder, """
                <mets:fileSec><mets:fileGrp USE="PDF"><mets:file ID="F"/></mets:fileGrp></mets:fileSec>
                <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">
                <mets:div TYPE="page" ID="A"><mets:fptr FILEID="F"/></mets:div>
                <mets:div TYPE="page" ID="B"><mets:fptr FILEID="F"/></mets:div>
                </mets:div></mets:structMap>""");
        Mets mets = Mets.read(shared);
        assertThat(mets.files()).extracting(MetsFile::pageId).containsExactly("A");
        assertThat(mets.files("PDF", "B")).extracting(MetsFile::pageId).containsExactly("B");
    }

    @Test
    void readsAMetsWithNothingInIt() throws IOException {
        Mets mets = Mets.read(Samples.of(folder, ""));
        assertThat(mets.pageIds()).isEmpty();
        assertThat(mets.fileGroups()).isEmpty();
        assertThat(mets.files()).isEmpty();
        assertThat(mets.agents()).isEmpty();
        assertThat(mets.uniqueIdentifier()).isEmpty();
        assertThatThrownBy(() -> mets.expandPages(null))
                .isInstanceOf(PageExpressionException.class)
                .hasMessageContaining("mets.xml has none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16BE"})
    void readsTheDeclaredEncoding(String encoding) throws IOException {
        String xml = Files.readString(book).replace("encoding=\"UTF-8\"", "encoding=\"" + encoding + "\"");
        Files.write(book, xml.getBytes(Charset.forName(encoding)));
        assertThat(Mets.read(book).agents().getFirst().name()).isEqualTo("Bücherei & Söhne");
    }

    @Test
    void readsADefaultNamespace() throws IOException {
        String xml = Files.readString(book).replace("mets:", "").replace("xmlns:mets", "xmlns");
        Files.writeString(book, xml.replace("<agent><name>no agent", "<agent xmlns=''><name>no agent"));
        Mets mets = Mets.read(book);
        assertThat(mets.pageIds()).hasSize(6);
        assertThat(mets.files()).hasSize(6);
        assertThat(mets.agents()).hasSize(2);
    }

    @Test
    void namesFileAndLineOfBrokenXml() throws IOException {
        Files.writeString(book, Files.readString(book).replace("</mets:dmdSec>", ""));
        assertThatThrownBy(() -> Mets.read(book))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining(book.toString())
                .hasMessageContaining("line ")
                .hasMessageContaining("Repair the file");
    }

    @Test
    void refusesADoctype() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        Files.writeString(
                book,
                "<!DOCTYPE m [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>\n"
                        + Files.readString(Samples.of(folder, "&e;")));
        assertThatThrownBy(() -> Mets.read(book))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("without DOCTYPE");
    }

    @Test
    void refusesWhatIsNoMets() throws IOException {
        Files.writeString(book, "<PcGts/>");
        assertThatThrownBy(() -> Mets.read(book))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("PcGts");
    }

    @Test
    void refusesBytesThatAreNotInTheDeclaredEncoding() throws IOException {
        Files.write(book, Files.readString(book).getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Mets.read(book))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void passesOnThatTheFileIsMissing() {
        assertThatThrownBy(() -> Mets.read(folder.resolve("missing.xml"))).isInstanceOf(NoSuchFileException.class);
    }
}
