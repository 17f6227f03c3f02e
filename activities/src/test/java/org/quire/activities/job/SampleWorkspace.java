package org.quire.activities.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceRef;

/** A workspace of two pages, P1 and P2, and shell scripts that pose as processors. */
final class SampleWorkspace {

    static final JobId JOB = new JobId(new RunId("run1"), 0, 0);

    private static final String METS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
              <mets:metsHdr CREATEDATE="2026-01-01T00:00:00"/>
              <mets:fileSec>
                <mets:fileGrp USE="IN">
                  <mets:file ID="IN_1" MIMETYPE="text/plain">
                    <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IN/IN_1.txt"/>
                  </mets:file>
                  <mets:file ID="IN_2" MIMETYPE="text/plain">
                    <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IN/IN_2.txt"/>
                  </mets:file>
                </mets:fileGrp>
                <mets:fileGrp USE="OUT">
                  <mets:file ID="OUT_2" MIMETYPE="text/plain">
                    <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="OUT/OUT_2.txt"/>
                  </mets:file>
                </mets:fileGrp>
              </mets:fileSec>
              <mets:structMap TYPE="PHYSICAL">
                <mets:div TYPE="physSequence">
                  <mets:div TYPE="page" ID="P1"><mets:fptr FILEID="IN_1"/></mets:div>
                  <mets:div TYPE="page" ID="P2"><mets:fptr FILEID="IN_2"/><mets:fptr FILEID="OUT_2"/></mets:div>
                </mets:div>
              </mets:structMap>
            </mets:mets>
            """;

    /** Sets $W, $M, $I, $O, $G, $P and $OVERWRITE from the arguments, and defines how to add a file to the METS. */
    private static final String PROLOGUE = """
            #!/bin/sh
            while [ $# -gt 0 ]; do
              case "$1" in
                -w) W=$2; shift ;;
                -m) M=$2; shift ;;
                -I) I=$2; shift ;;
                -O) O=$2; shift ;;
                -g) G=$2; shift ;;
                -p) P=$2; shift ;;
                --overwrite) OVERWRITE=yes ;;
                *) echo "unknown option $1"; exit 2 ;;
              esac
              shift
            done
            add() { # group, id, path
              entry="<mets:fileGrp USE=\\"$1\\"><mets:file ID=\\"$2\\" MIMETYPE=\\"text/plain\\"><mets:FLocat \
            LOCTYPE=\\"OTHER\\" OTHERLOCTYPE=\\"FILE\\" xlink:href=\\"$3\\" \
            xmlns:xlink=\\"http://www.w3.org/1999/xlink\\"/></mets:file></mets:fileGrp>"
              sed -e "s|</mets:fileSec>|$entry</mets:fileSec>|" \
                -e "s|\\(<mets:div[^>]*ID=\\"P1\\"[^>]*>\\)|\\1<mets:fptr FILEID=\\"$2\\"/>|" "$M" > "$M.new"
              mv "$M.new" "$M"
            }
            """;

    private final Path root;

    private SampleWorkspace(Path root) {
        this.root = root;
    }

    static SampleWorkspace in(Path temp) throws IOException {
        Path root = Files.createDirectories(temp.resolve("book")).toRealPath();
        Files.writeString(root.resolve("mets.xml"), METS);
        Files.createDirectories(root.resolve("IN"));
        Files.writeString(root.resolve("IN/IN_1.txt"), "first page");
        Files.writeString(root.resolve("IN/IN_2.txt"), "second page");
        Files.createDirectories(root.resolve("OUT"));
        Files.writeString(root.resolve("OUT/OUT_2.txt"), "of another job");
        return new SampleWorkspace(root);
    }

    Path file(String relative) {
        return root.resolve(relative);
    }

    /** A processor that does what the shell lines say. */
    Path processor(String body) throws IOException {
        Path script = root.resolveSibling("ocrd-fake");
        Files.writeString(script, PROLOGUE + body);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    JobRequest request(String inputGroup, String outputGroup, boolean overwrite, Duration timeout) {
        return new JobRequest(
                JOB,
                1,
                new WorkspaceRef(root.resolve("mets.xml").toString()),
                "ocrd-fake",
                List.of(inputGroup),
                List.of(outputGroup),
                Parameters.NONE,
                List.of("P1"),
                false,
                List.of(),
                overwrite,
                timeout,
                Duration.ofMillis(300));
    }

    JobRequest request() {
        return request("IN", "OUT", false, Duration.ofSeconds(30));
    }
}
