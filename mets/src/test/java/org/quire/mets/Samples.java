package org.quire.mets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** METS files for tests. */
public final class Samples {

    private static final String OPEN =
            "<mets:mets xmlns:mets=\"http://www.loc.gov/METS/\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">";

    private Samples() {}

    /** Six pages with all that is to be read; a fresh copy named {@code mets.xml}. */
    public static Path book(Path folder) throws IOException {
        try (InputStream book = Samples.class.getResourceAsStream("book.xml")) {
            return Files.write(
                    folder.resolve("mets.xml"), Objects.requireNonNull(book).readAllBytes());
        }
    }

    /** Pages {@code P0001} … with one image each. */
    public static Path pages(Path folder, int count) throws IOException {
        StringBuilder xml = new StringBuilder(OPEN).append("\n  <mets:fileSec>\n    <mets:fileGrp USE=\"IMG\">\n");
        for (int page = 1; page <= count; page++) {
            xml.append("      <mets:file ID=\"IMG_%1$04d\" MIMETYPE=\"image/png\">".formatted(page))
                    .append("<mets:FLocat LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"IMG/%1$04d.png\"/>"
                            .formatted(page))
                    .append("</mets:file>\n");
        }
        xml.append("    </mets:fileGrp>\n  </mets:fileSec>\n  <mets:structMap TYPE=\"PHYSICAL\">\n")
                .append("    <mets:div TYPE=\"physSequence\">\n");
        for (int page = 1; page <= count; page++) {
            xml.append("      <mets:div TYPE=\"page\" ID=\"P%1$04d\" ORDER=\"%1$d\">".formatted(page))
                    .append("<mets:fptr FILEID=\"IMG_%1$04d\"/></mets:div>\n".formatted(page));
        }
        xml.append("    </mets:div>\n  </mets:structMap>\n</mets:mets>\n");
        return Files.writeString(folder.resolve("mets.xml"), xml);
    }

    /** A root element around the given sections. */
    public static Path of(Path folder, String sections) throws IOException {
        return Files.writeString(folder.resolve("mets.xml"), OPEN + sections + "</mets:mets>");
    }

    public static MetsFile result(String group, String page) {
        String id = group + "_" + page;
        return new MetsFile(id, group, "application/vnd.prima.page+xml", page, null, group + "/" + id + ".xml");
    }

    public static MetsAgent agent(String name, String pages) {
        return new MetsAgent(
                name,
                "OTHER",
                "OTHER",
                "recognition/text",
                "SOFTWARE",
                List.of(new MetsAgent.Note("output-file-grp", "OCR"), new MetsAgent.Note("page-id", pages)));
    }
}
