package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xmlunit.assertj3.XmlAssert;

class PageViewTest {

    private static final Map<String, String> PREFIXES =
            Map.of("m", Namespaces.METS, "mods", Namespaces.MODS, "xsi", "http://www.w3.org/2001/XMLSchema-instance");

    @TempDir
    Path folder;

    private Path view = Path.of("view.xml");
    private Path book = Path.of("mets.xml");

    @BeforeEach
    void copyBook() throws IOException {
        book = Samples.book(folder);
        view = folder.resolve("view.xml");
    }

    private Mets view(List<String> pages, MetsFile... earlier) throws IOException {
        PageView.write(Mets.read(book), pages, List.of(earlier), view);
        return Mets.read(view);
    }

    @Test
    void showsThePagesAskedForWithTheirFilesAsTheyAre() throws IOException {
        Mets source = Mets.read(book);
        Mets seen = view(List.of("PHYS_0005", "PHYS_0001"));
        assertThat(seen.pageIds()).containsExactly("PHYS_0001", "PHYS_0005");
        assertThat(seen.fileGroups()).containsExactly("IMG", "GT");
        assertThat(seen.files("IMG", "PHYS_0001")).isEqualTo(source.files("IMG", "PHYS_0001"));
        assertThat(seen.files("GT", "PHYS_0001")).isEqualTo(source.files("GT", "PHYS_0001"));
        assertThat(seen.files("IMG", "PHYS_0005")).isEqualTo(source.files("IMG", "PHYS_0005"));
        assertThat(seen.files()).hasSize(3);
    }

    @Test
    void keepsTheAttributesOfAPage() throws IOException {
        Mets seen = view(List.of("PHYS_0002"));
        for (String expression : List.of("2", "12", "page 2", "urn:page:2")) {
            assertThat(seen.expandPages(expression)).containsExactly("PHYS_0002");
        }
    }

    @Test
    void keepsHeaderAndDescription() throws IOException {
        Mets seen = view(List.of("PHYS_0002"));
        assertThat(seen.uniqueIdentifier()).isEqualTo(Mets.read(book).uniqueIdentifier());
        XmlAssert.assertThat(view)
                .withNamespaceContext(PREFIXES)
                .valueByXPath("//m:metsHdr/@CREATEDATE")
                .isEqualTo("2024-03-01T10:00:00");
        XmlAssert.assertThat(view)
                .withNamespaceContext(PREFIXES)
                .valueByXPath("//m:dmdSec[@ID='DMDLOG_0001']//mods:mods/@xsi:schemaLocation")
                .isEqualTo("http://www.loc.gov/mods/v3 mods.xsd");
    }

    @Test
    void leavesOutTheAgentsOfProcessors() throws IOException {
        assertThat(view(List.of("PHYS_0002")).agents())
                .extracting(MetsAgent::name)
                .containsExactly("Bücherei & Söhne");
    }

    @Test
    void putsEarlierResultsOnTop() throws IOException {
        MetsFile fresh = Samples.result("OCR", "PHYS_0001");
        MetsFile replaced =
                new MetsFile("GT_0001", "GT", "text/xml", "PHYS_0001", null, "GT/with blank & umlaut ü.xml");
        MetsFile elsewhere = Samples.result("OCR", "PHYS_0002");
        Mets seen = view(List.of("PHYS_0001"), fresh, replaced, elsewhere);
        assertThat(seen.files("OCR")).containsExactly(fresh);
        assertThat(seen.files("GT")).containsExactly(replaced);
        assertThat(seen.fileGroups()).containsExactly("IMG", "GT", "OCR");
    }

    @Test
    void showsADocumentThatUsesADefaultNamespace() throws IOException {
        String xml = Files.readString(book).replace("mets:", "").replace("xmlns:mets", "xmlns");
        Files.writeString(book, xml);
        Mets seen = view(List.of("PHYS_0001"));
        assertThat(seen.files()).hasSize(2);
        assertThat(seen.uniqueIdentifier()).contains("http://books.example/1?a=1&b=2");
    }

    @Test
    void limitsWhatItCopiesOfAFinelyCataloguedBook() throws IOException {
        String section = "<mets:dmdSec ID='D%d'><mets:mdWrap MDTYPE='MODS'><mets:xmlData>"
                + "<mods:mods xmlns:mods='http://www.loc.gov/mods/v3'><mods:%s>" + "t".repeat(500)
                + "</mods:%s></mods:mods></mets:xmlData></mets:mdWrap></mets:dmdSec>";
        StringBuilder sections = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            String element = i == 7 ? "identifier" : "title";
            sections.append(section.formatted(i, element, element));
        }
        String page = "<mets:structMap TYPE='PHYSICAL'><mets:div TYPE='physSequence'><mets:div TYPE='page' ID='A'/>"
                + "</mets:div></mets:structMap>";
        book = Samples.of(folder, sections + page);
        view(List.of("A"));
        XmlAssert.assertThat(view)
                .withNamespaceContext(PREFIXES)
                .valueByXPath("//m:dmdSec/@ID")
                .isEqualTo("D7");
        assertThat(Files.size(view)).isLessThan(2_000);
    }

    @Test
    void namesAPageThatTheSourceDoesNotHave() {
        assertThatThrownBy(() -> view(List.of("PHYS_0001", "PHYS_9999")))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("'PHYS_9999'");
    }

    @Test
    void tellsWhatAProcessorAdded() throws IOException {
        Mets before = view(List.of("PHYS_0001"));
        MetsFile made = Samples.result("OCR", "PHYS_0001");
        MetsFile changed = new MetsFile("GT_0001", "GT", "text/xml", "PHYS_0001", null, "GT/2.xml");
        MetsAgent agent = Samples.agent("ocrd-x", "PHYS_0001");
        MetsMerge.merge(view, List.of(new MetsAddition(List.of(made, changed), List.of(agent))));
        Mets after = Mets.read(view);
        assertThat(PageView.difference(before, after, List.of("OCR")))
                .isEqualTo(new MetsAddition(List.of(made), List.of(agent)));
        assertThat(PageView.difference(before, after, List.of("GT", "OCR")).files())
                .containsExactly(changed, made);
        assertThat(PageView.difference(after, after, List.of("GT", "OCR"))).isEqualTo(MetsAddition.NONE);
    }

    @Test
    void saysNothingOfALocationThatAFileLacks() throws IOException {
        Path book = Samples.of(folder, """
                <mets:fileSec><mets:fileGrp USE="IMG">
                <mets:file ID="A" MIMETYPE="image/png"><mets:FLocat LOCTYPE="URL" xlink:href="http://h/a.png"/></mets:file>
                <mets:file ID="B" MIMETYPE="image/png"/>
                </mets:fileGrp></mets:fileSec>
                <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">
                <mets:div TYPE="page" ID="P1"><mets:fptr FILEID="A"/><mets:fptr FILEID="B"/></mets:div>
                </mets:div></mets:structMap>""");
        Path view = folder.resolve("view.xml");

        PageView.write(Mets.read(book), List.of("P1"), List.of(), view);

        assertThat(Mets.read(view).files("IMG")).isEqualTo(Mets.read(book).files("IMG"));
        assertThat(Files.readString(view))
                .contains("xlink:href=\"http://h/a.png\"")
                .doesNotContain("OTHERLOCTYPE", "None", "null", "href=\"\"");
    }
}
