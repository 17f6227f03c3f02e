package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xmlunit.assertj3.XmlAssert;

class MetsMergeTest {

    @TempDir
    Path folder;

    private Path book = Path.of("mets.xml");
    private String original = "";

    @BeforeEach
    void copyBook() throws IOException {
        book = Samples.book(folder);
        original = Files.readString(book);
    }

    private static MetsAddition files(MetsFile... files) {
        return new MetsAddition(List.of(files), List.of());
    }

    private static MetsAddition agents(MetsAgent... agents) {
        return new MetsAddition(List.of(), List.of(agents));
    }

    private String merged(MetsAddition... additions) throws IOException {
        MetsMerge.merge(book, List.of(additions));
        String once = Files.readString(book);
        Object inode = Files.getAttribute(book, "unix:ino");
        MetsMerge.merge(book, List.of(additions));
        assertThat(Files.getAttribute(book, "unix:ino"))
                .as("written again for nothing")
                .isEqualTo(inode);
        assertThat(Files.readString(book)).isEqualTo(once);
        return once;
    }

    @Test
    void addsToTheTextAndLeavesTheRestAsItWas() throws IOException {
        MetsFile image =
                new MetsFile("IMG_0006", "IMG", "image/png", "PHYS_0006", "http://x/?a=1&b=2", "IMG/ü \"6\".png");
        String expected =
                original.replace("""
                      <mets:file ID="IMG_0005" MIMETYPE="image/tiff"><mets:FLocat LOCTYPE="URL" xlink:href="IMG/5.tif"/></mets:file>
                """, """
                      <mets:file ID="IMG_0005" MIMETYPE="image/tiff"><mets:FLocat LOCTYPE="URL" xlink:href="IMG/5.tif"/></mets:file>
                      <mets:file ID="IMG_0006" MIMETYPE="image/png">
                        <mets:FLocat LOCTYPE="URL" xlink:href="http://x/?a=1&amp;b=2"/>
                        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IMG/ü &quot;6&quot;.png"/>
                      </mets:file>
                """).replace("""
                    <mets:fileGrp USE="EMPTY"/>
                """, """
                    <mets:fileGrp USE="EMPTY"/>
                    <mets:fileGrp USE="OCR">
                      <mets:file ID="OCR_PHYS_0001" MIMETYPE="application/vnd.prima.page+xml">
                        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="OCR/OCR_PHYS_0001.xml"/>
                      </mets:file>
                    </mets:fileGrp>
                """).replace("""
                        <mets:fptr FILEID="GT_0001"/>
                """, """
                        <mets:fptr FILEID="GT_0001"/>
                        <mets:fptr FILEID="OCR_PHYS_0001"/>
                """).replace("""
                ORDERLABEL="A1_2"/>
                """, """
                ORDERLABEL="A1_2">
                        <mets:fptr FILEID="IMG_0006"/>
                      </mets:div>
                """);
        assertThat(merged(files(image, Samples.result("OCR", "PHYS_0001")))).isEqualTo(expected);
        assertThat(Mets.read(book).files("IMG", "PHYS_0006")).containsExactly(image);
    }

    @Test
    void addsAgentsBehindTheLast() throws IOException {
        String result = merged(agents(Samples.agent("ocrd-a <&> v1", "PHYS_0001"), Samples.agent("ocrd-b", "")));
        String added = """
                    <mets:agent TYPE="OTHER" OTHERTYPE="SOFTWARE" ROLE="OTHER" OTHERROLE="recognition/text">
                      <mets:name>ocrd-a &lt;&amp;&gt; v1</mets:name>
                      <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="output-file-grp">OCR</mets:note>
                      <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="page-id">PHYS_0001</mets:note>
                    </mets:agent>
                    <mets:agent TYPE="OTHER" OTHERTYPE="SOFTWARE" ROLE="OTHER" OTHERROLE="recognition/text">
                      <mets:name>ocrd-b</mets:name>
                      <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="output-file-grp">OCR</mets:note>
                      <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="page-id"/>
                    </mets:agent>
                """;
        assertThat(result).isEqualTo(original.replace("  </mets:metsHdr>", added + "  </mets:metsHdr>"));
    }

    @Test
    void unitesAgentsThatDifferInTheirPagesOnly() throws IOException {
        MetsAgent known = Mets.read(book).agents().getLast();
        MetsAgent wider = new MetsAgent(
                known.name(),
                known.type(),
                known.role(),
                known.otherRole(),
                known.otherType(),
                List.of(known.notes().getFirst(), new MetsAgent.Note("page-id", "PHYS_0002,PHYS_0003")));
        MetsAddition addition =
                agents(wider, Samples.agent("new", "B"), Samples.agent("new", "A,B"), Samples.agent("new", "C"));
        String result = merged(addition);
        assertThat(result)
                .contains(">PHYS_0001,PHYS_0002,PHYS_0003</mets:note>")
                .contains(">B,A,C</mets:note>");
        assertThat(Mets.read(book).agents()).hasSize(3);
    }

    @Test
    void letsAllPagesAbsorbSome() throws IOException {
        merged(agents(Samples.agent("a", "P1"), Samples.agent("b", "")));
        merged(agents(Samples.agent("a", ""), Samples.agent("b", "P1")));
        merged(agents(Samples.agent("a", "P2")));
        assertThat(Mets.read(book).agents())
                .endsWith(Samples.agent("a", ""), Samples.agent("b", ""))
                .hasSize(4);
    }

    @Test
    void replacesAFileInPlaceAndLeavesItsPointer() throws IOException {
        MetsFile changed = new MetsFile("IMG_0003", "IMG", "image/png", "PHYS_0003", null, "IMG/3.png");
        assertThat(merged(files(changed))).isEqualTo(original.replace("""
                <mets:file ID="IMG_0003" MIMETYPE="image/tiff"><mets:FLocat xlink:href="IMG/3.tif"/></mets:file>""", """
                <mets:file ID="IMG_0003" MIMETYPE="image/png">
                        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IMG/3.png"/>
                      </mets:file>"""));
    }

    @Test
    void givesAFileItsLocalPathAndKeepsAllElseOfIt() throws IOException {
        Files.writeString(book, """
                <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xl="http://www.w3.org/1999/xlink">
                  <mets:fileSec>
                    <mets:fileGrp USE="IMG">
                      <mets:file ID="A" MIMETYPE="image/tiff" CHECKSUM="abc" SIZE="17" ADMID="AMD" DMDID="DMD">
                        <mets:FLocat xl:title="scan" LOCTYPE="URL" xl:href="http://h/a.tif?x=1&amp;y=2"/>
                        <mets:FLocat LOCTYPE="URN" xl:href="urn:nbn:a"/>
                        <mets:stream/>
                      </mets:file>
                      <mets:file MIMETYPE='image/png' ID='B'><mets:FLocat LOCTYPE='URL' xl:href='http://h/b.png'></mets:FLocat></mets:file>
                      <mets:file ID="C"><mets:FContent/></mets:file>
                    </mets:fileGrp>
                  </mets:fileSec>
                </mets:mets>
                """);
        String before = Files.readString(book);
        String local = "<mets:FLocat LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xl:href=\"IMG/";
        String result = merged(files(
                new MetsFile("A", "IMG", "image/tiff", null, "http://h/a.tif?x=1&y=2", "IMG/A.tif"),
                new MetsFile("B", "IMG", "image/x", null, "http://h/it's", "IMG/B.png"),
                new MetsFile("C", "IMG", "text/plain", null, null, "IMG/C.txt")));
        assertThat(result)
                .isEqualTo(before.replace("\"urn:nbn:a\"/>", "\"urn:nbn:a\"/>\n        " + local + "A.tif\"/>")
                        .replace("'image/png'", "'image/x'")
                        .replace("'http://h/b.png'", "'http://h/it&apos;s'")
                        .replace(
                                "</mets:FLocat></mets:file>",
                                "</mets:FLocat>\n        " + local + "B.png\"/>\n      </mets:file>")
                        .replace(
                                "<mets:file ID=\"C\">",
                                "<mets:file MIMETYPE=\"text/plain\" ID=\"C\">\n        " + local
                                        + "C.txt\"/>\n      "));
    }

    @Test
    void takesAwayALocationThatAFileHasNoMore() throws IOException {
        Files.writeString(book, """
                <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xl="http://www.w3.org/1999/xlink">
                  <mets:fileSec>
                    <mets:fileGrp USE="OCR">
                      <mets:file ID="A" MIMETYPE="text/xml" USE="X">
                        <mets:FLocat LOCTYPE="URL" xl:href="http://h/a.xml"/>
                        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xl:href="OCR/old.xml"/>
                      </mets:file>
                    </mets:fileGrp>
                  </mets:fileSec>
                </mets:mets>
                """);
        String before = Files.readString(book);
        String result = merged(files(new MetsFile("A", "OCR", "text/xml", null, null, "OCR/A.xml")));
        assertThat(result)
                .isEqualTo(before.replace("        <mets:FLocat LOCTYPE=\"URL\" xl:href=\"http://h/a.xml\"/>\n", "")
                        .replace("OCR/old.xml", "OCR/A.xml"));
    }

    @Test
    void movesThePointerOfAFileThatChangesItsPage() throws IOException {
        MetsFile known = Mets.read(book).files("IMG", "PHYS_0001").getFirst();
        MetsFile moved = new MetsFile(
                known.id(), known.fileGroup(), known.mimetype(), "PHYS_0002", known.url(), known.localPath());
        String pointer = "\n        <mets:fptr FILEID=\"IMG_0001\"/>";
        String second = "<mets:fptr FILEID=\"IMG_0002\"/>";
        assertThat(merged(files(moved))).isEqualTo(original.replace(pointer, "").replace(second, second + pointer));
    }

    @Test
    void appendsUnknownPages() throws IOException {
        String result = merged(files(Samples.result("OCR", "PHYS_0007"), Samples.result("TXT", "PHYS_0007")));
        assertThat(result).contains("""
                ORDERLABEL="A1_2"/>
                      <mets:div TYPE="page" ID="PHYS_0007">
                        <mets:fptr FILEID="OCR_PHYS_0007"/>
                        <mets:fptr FILEID="TXT_PHYS_0007"/>
                      </mets:div>
                    </mets:div>
                """);
    }

    @Test
    void letsTheLastOfSeveralAdditionsWin() throws IOException {
        MetsFile first = Samples.result("OCR", "PHYS_0001");
        MetsFile last = new MetsFile(first.id(), "OCR", "text/plain", "PHYS_0002", null, "OCR/last.txt");
        merged(files(first), files(last));
        assertThat(Mets.read(book).files("OCR")).containsExactly(last);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<mets:mets xmlns:mets=\"http://www.loc.gov/METS/\"/>",
                "<mets xmlns=\"http://www.loc.gov/METS/\"></mets>",
                "<m:mets xmlns:m='http://www.loc.gov/METS/'><m:metsHdr/><m:fileSec/><m:structMap TYPE='PHYSICAL'/></m:mets>",
                "<mets xmlns=\"http://www.loc.gov/METS/\"><metsHdr> </metsHdr><amdSec ID='A'/><structMap TYPE='PHYSICAL'>"
                        + "<div TYPE='physSequence'/></structMap><structLink/></mets>",
                "<mets xmlns=\"http://www.loc.gov/METS/\">\r\n\t<dmdSec/>\r\n\t<structLink/>\r\n</mets>",
                "<mets xmlns=\"http://www.loc.gov/METS/\" xmlns:l=\"http://www.w3.org/1999/xlink\">"
                        + "<fileSec><fileGrp USE=\"OCR\"></fileGrp></fileSec></mets>"
            })
    void makesWhatIsMissingInTheOrderOfTheSchema(String xml) throws IOException {
        Files.writeString(book, xml);
        MetsFile file = Samples.result("OCR", "P1");
        MetsAgent agent = Samples.agent("a", "P1");
        String result = merged(new MetsAddition(List.of(file), List.of(agent)));
        Mets mets = Mets.read(book);
        assertThat(mets.files("OCR", "P1")).containsExactly(file);
        assertThat(mets.agents()).containsExactly(agent);
        assertThat(result.replaceAll("<[a-z]+:", "<"))
                .containsSubsequence("<metsHdr", "<agent", "<fileSec", "<fileGrp", "<structMap", "<fptr");
        if (xml.contains("<dmdSec")) {
            assertThat(result).containsSubsequence("<metsHdr", "<dmdSec", "<fileSec", "<structMap", "<structLink");
            assertThat(result.replace("\r\n", "")).doesNotContain("\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16LE", "UTF-16", "windows-1252"})
    void keepsTheEncoding(String encoding) throws IOException {
        Charset charset = Charset.forName(encoding);
        String declared = original.replace("\"UTF-8\"", "\"" + encoding + "\"");
        Files.write(book, declared.getBytes(charset));
        MetsFile file = new MetsFile("X", "OCR", "text/plain", "PHYS_0001", null, "OCR/š ü 漢 \uD83D\uDE00.txt");
        MetsMerge.merge(book, List.of(files(file)));
        String text = Files.readString(book, charset);
        assertThat(text).startsWith(declared.substring(0, declared.indexOf("<mets:fileGrp USE=\"EMPTY\"")));
        assertThat(Mets.read(book).files("OCR")).containsExactly(file);
    }

    @Test
    void keepsAByteOrderMark() throws IOException {
        Files.write(book, ("\uFEFF" + original).getBytes(StandardCharsets.UTF_8));
        MetsMerge.merge(book, List.of(files(Samples.result("OCR", "PHYS_0001"))));
        assertThat(Files.readString(book)).startsWith("\uFEFF<?xml ");
        assertThat(Mets.read(book).files("OCR")).hasSize(1);
    }

    @Test
    void isNotMisledByLookAlikes() throws IOException {
        Files.writeString(book, """
                <m:mets xmlns:m="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
                  <!-- <m:fileSec><m:fileGrp USE="OCR"/></m:fileSec> -->
                  <m:dmdSec ID="D"><m:mdWrap MDTYPE="OTHER"><m:xmlData><![CDATA[<m:fileSec>]]>
                    <fileSec a="/>" b='">'><fileGrp USE="OCR"/></fileSec><?pi <m:fileSec> ?>
                  </m:xmlData></m:mdWrap></m:dmdSec>
                  <m:fileSec ID="F>1" >
                    <m:fileGrp USE="OCR" ><!-- none yet --></m:fileGrp >
                  </m:fileSec>
                </m:mets>
                """);
        String before = Files.readString(book);
        String result = merged(files(Samples.result("OCR", "P1")));
        assertThat(result.substring(0, result.indexOf("<m:file ")).strip())
                .isEqualTo(before.substring(0, before.indexOf("</m:fileGrp >")));
        assertThat(Mets.read(book).files("OCR")).containsExactly(Samples.result("OCR", "P1"));
    }

    @Test
    void givesTheSameDocumentAsAnXmlLibraryWouldBesideTheAddition() throws IOException {
        String result = merged(new MetsAddition(
                List.of(Samples.result("OCR", "PHYS_0001")), List.of(Samples.agent("new", "PHYS_0001"))));
        XmlAssert.assertThat(result)
                .and(original)
                .ignoreWhitespace()
                .withNodeFilter(node -> !isAdded(node))
                .areIdentical();
    }

    private static boolean isAdded(org.w3c.dom.Node node) {
        if (!(node instanceof org.w3c.dom.Element element)) {
            return false;
        }
        return element.getAttribute("USE").equals("OCR")
                || element.getAttribute("FILEID").equals("OCR_PHYS_0001")
                || element.getAttribute("OTHERROLE").equals("recognition/text");
    }
}
