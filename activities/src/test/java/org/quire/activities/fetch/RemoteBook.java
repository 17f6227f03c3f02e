package org.quire.activities.fetch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.quire.mets.Fixity;
import org.quire.workflows.fetch.FetchRequest;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceRef;

/** A workspace with two pages, P1 and P2, whose images a test gives locations. */
record RemoteBook(Path folder) {

    static final JobId JOB = new JobId(new RunId("run1"), 0, 0);

    static RemoteBook in(Path temp) throws IOException {
        return new RemoteBook(Files.createDirectories(temp.resolve("book")).toRealPath());
    }

    /** A {@code mets:file} of IMG, with its locations. */
    static String image(String id, String... locations) {
        return "<mets:file ID=\"%s\" MIMETYPE=\"image/tiff\">%s</mets:file>".formatted(id, String.join("", locations));
    }

    /** The same with what METS says of its content. */
    static String described(String id, String location, Fixity content) {
        return "<mets:file ID=\"%s\" MIMETYPE=\"image/tiff\" CHECKSUMTYPE=\"%s\" CHECKSUM=\"%s\" SIZE=\"%d\">%s</mets:file>"
                .formatted(id, Fixity.TYPE, content.sha256(), content.size(), location);
    }

    static String url(String url) {
        return "<mets:FLocat LOCTYPE=\"URL\" xlink:href=\"%s\"/>".formatted(url.replace("&", "&amp;"));
    }

    static String path(String path) {
        return "<mets:FLocat LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"%s\"/>".formatted(path);
    }

    /** A METS with these images, of which {@code A} and {@code A2} are on P1 and {@code B} is on P2. */
    void write(String... images) throws IOException {
        Files.writeString(folder.resolve("mets.xml"), """
                <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
                <mets:fileSec><mets:fileGrp USE="IMG">%s</mets:fileGrp></mets:fileSec>
                <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence">
                <mets:div TYPE="page" ID="P1"><mets:fptr FILEID="A"/><mets:fptr FILEID="A2"/></mets:div>
                <mets:div TYPE="page" ID="P2"><mets:fptr FILEID="B"/></mets:div>
                </mets:div></mets:structMap>
                </mets:mets>""".formatted(String.join("", images)));
    }

    Path file(String relative) {
        return folder.resolve(relative);
    }

    FetchRequest request(JobId job, String... pages) {
        return new FetchRequest(
                job,
                new WorkspaceRef(folder.resolve("mets.xml").toString()),
                List.of("IMG"),
                pages.length == 0 ? List.of("P1") : List.of(pages));
    }
}
