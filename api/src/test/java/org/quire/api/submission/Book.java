package org.quire.api.submission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A small book's METS. */
public final class Book {

    private Book() {}

    /** Pages P1 to Pn with a file in IMG each, and one in GT for P2. */
    public static Path writeMets(Path folder, int pages) throws IOException {
        String files = IntStream.rangeClosed(1, pages)
                .mapToObj(page -> file("IMG_P" + page, "IMG/" + page + ".tif"))
                .collect(Collectors.joining());
        String divs = IntStream.rangeClosed(1, pages)
                .mapToObj(page -> "<mets:div TYPE=\"page\" ID=\"P" + page + "\"><mets:fptr FILEID=\"IMG_P" + page
                        + "\"/>" + (page == 2 ? "<mets:fptr FILEID=\"GT_P2\"/>" : "") + "</mets:div>")
                .collect(Collectors.joining());
        return Files.writeString(
                folder.toRealPath().resolve("mets.xml"), """
                <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
                <mets:fileSec><mets:fileGrp USE="IMG">%s</mets:fileGrp><mets:fileGrp USE="GT">%s</mets:fileGrp></mets:fileSec>
                <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">%s</mets:div></mets:structMap>
                </mets:mets>""".formatted(files, file("GT_P2", "GT/2.xml"), divs));
    }

    private static String file(String id, String path) {
        return "<mets:file ID=\"" + id
                + "\" MIMETYPE=\"image/tiff\"><mets:FLocat LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\"" + " xlink:href=\""
                + path + "\"/></mets:file>";
    }
}
