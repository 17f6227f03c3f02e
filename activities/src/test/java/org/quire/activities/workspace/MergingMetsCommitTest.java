package org.quire.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.workspace.MetsCommit;
import org.quire.workflows.workspace.WorkspaceRef;

class MergingMetsCommitTest {

    private static final String METS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
              <mets:metsHdr CREATEDATE="2026-01-01T00:00:00"/>
              <mets:fileSec>
                <mets:fileGrp USE="IMG">
                  <mets:file ID="IMG_1" MIMETYPE="image/png">
                    <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IMG/1.png"/>
                  </mets:file>
                </mets:fileGrp>
              </mets:fileSec>
              <mets:structMap TYPE="PHYSICAL">
                <mets:div TYPE="physSequence">
                  <mets:div TYPE="page" ID="p1"><mets:fptr FILEID="IMG_1"/></mets:div>
                </mets:div>
              </mets:structMap>
            </mets:mets>
            """;

    @TempDir
    Path book;

    private final MergingMetsCommit commit = new MergingMetsCommit();

    @Test
    void resultsAreInTheMetsAndRepeatingChangesNothing() throws IOException {
        Path mets = Files.writeString(book.resolve("mets.xml"), METS);

        commit.commit(workspace(), List.of(addition("BIN_1"), addition("BIN_2")));
        String once = Files.readString(mets);
        commit.commit(workspace(), List.of(addition("BIN_1"), addition("BIN_2")));

        assertThat(Mets.read(mets).files("BIN", "p1")).extracting(MetsFile::id).containsExactly("BIN_1", "BIN_2");
        assertThat(Mets.read(mets).files("IMG", "p1")).hasSize(1);
        assertThat(Files.readString(mets)).isEqualTo(once);
    }

    @Test
    void missingMetsCanNeverBeCommittedTo() {
        assertThatThrownBy(() -> commit.commit(workspace(), List.of(addition("BIN_1"))))
                .isInstanceOfSatisfying(ApplicationFailure.class, MergingMetsCommitTest::isFinal)
                .hasMessageContaining("is gone");
    }

    @Test
    void brokenMetsCanNeverBeCommittedToAndStaysAsItIs() throws IOException {
        Path mets = Files.writeString(book.resolve("mets.xml"), "<mets:mets>no more");

        assertThatThrownBy(() -> commit.commit(workspace(), List.of(addition("BIN_1"))))
                .isInstanceOfSatisfying(ApplicationFailure.class, MergingMetsCommitTest::isFinal);
        assertThat(mets).hasContent("<mets:mets>no more");
    }

    private static void isFinal(ApplicationFailure failure) {
        assertThat(failure.isNonRetryable()).isTrue();
        assertThat(failure.getType()).isEqualTo(MetsCommit.IMPOSSIBLE);
    }

    private WorkspaceRef workspace() {
        return new WorkspaceRef(book.resolve("mets.xml").toString());
    }

    private static MetsAddition addition(String id) {
        return new MetsAddition(
                List.of(new MetsFile(id, "BIN", "image/png", "p1", null, "BIN/" + id + ".png")), List.of());
    }
}
