package org.quire.activities.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Fixity;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsJournal;
import org.quire.mets.MetsJournal.Position;
import org.quire.mets.MetsMerge;
import org.quire.workflows.checkup.Finding;
import org.quire.workflows.checkup.Finding.Kind;
import org.quire.workflows.checkup.Finding.Standing;

class DiskCheckTest {

    private static final String METS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
              <mets:metsHdr CREATEDATE="2026-01-01T00:00:00"/>
              <mets:structMap TYPE="PHYSICAL">
                <mets:div TYPE="physSequence"><mets:div TYPE="page" ID="P1"/></mets:div>
              </mets:structMap>
            </mets:mets>
            """;

    @TempDir
    Path book;

    private final Findings findings = new Findings();
    private Path mets;

    @BeforeEach
    void writeBook() throws IOException {
        mets = Files.writeString(book.toRealPath().resolve("mets.xml"), METS);
        Files.createDirectories(book.resolve("OUT"));
        add("A", Files.writeString(book.resolve("OUT/A.txt"), "first"));
        add("B", Files.writeString(book.resolve("OUT/B.txt"), "second"));
    }

    private void add(String id, Path file) throws IOException {
        var entry = new MetsFile(id, "OUT", "text/plain", "P1", null, "OUT/" + id + ".txt", Fixity.of(file));
        MetsMerge.merge(mets, List.of(new MetsAddition(List.of(entry), List.of())));
    }

    @Test
    void findsNothingWhereAllAgrees() throws IOException {
        assertThat(new DiskCheck(mets, false, findings).compare(true, false)).isEqualTo(2);
        assertThat(found()).isEmpty();
    }

    @Test
    void findsWhatIsMissingAndWhatIsNotNamed() throws IOException {
        Files.move(book.resolve("OUT/A.txt"), book.resolve("OUT/notes.txt"));

        new DiskCheck(mets, false, findings).compare(false, true);

        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.MISSING_FILES, Kind.UNNAMED_FILES);
        assertThat(found().getFirst().problem()).isEqualTo("METS names OUT/A.txt, which is not on disk.");
        assertThat(found().getFirst().standing()).isEqualTo(Standing.OPEN);
        assertThat(found().getLast().standing()).isEqualTo(Standing.NOTE);
        assertThat(book.resolve("OUT/notes.txt")).exists();
    }

    @Test
    void findsWhatHasChangedOnlyIfItReadsTheFiles() throws IOException {
        Files.writeString(book.resolve("OUT/B.txt"), "SECOND");

        new DiskCheck(mets, false, findings).compare(false, true);
        assertThat(found()).isEmpty();
        new DiskCheck(mets, false, findings).compare(true, true);

        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.CHANGED_FILES);
            assertThat(finding.problem()).contains("OUT/B.txt");
        });
        assertThat(book.resolve("OUT/B.txt")).hasContent("SECOND");
    }

    @Test
    void expectsARunAtWorkToReplaceFiles() throws IOException {
        Files.writeString(book.resolve("OUT/B.txt"), "SECOND");
        Files.delete(book.resolve("OUT/A.txt"));

        new DiskCheck(mets, true, findings).compare(true, true);

        assertThat(found()).extracting(Finding::standing).containsExactly(Standing.HEALS, Standing.HEALS);
    }

    @Test
    void mergesAdditionsThatNobodyHasMergedForAMinute() throws IOException {
        Path journal = book.resolve(".mets.xml.journal");
        var entry = new MetsFile("C", "OUT", "text/plain", "P1", null, "OUT/C.txt", Fixity.UNKNOWN);
        Files.writeString(book.resolve("OUT/C.txt"), "third");
        try (var appended = MetsJournal.of(mets).append(Position.START, new MetsAddition(List.of(entry), List.of()))) {
            appended.force();
        }

        new DiskCheck(mets, false, findings).compare(false, true);
        assertThat(found())
                .as("a session may be about to merge it")
                .allMatch(finding -> finding.kind() == Kind.UNNAMED_FILES);
        assertThat(journal).exists();
        Files.setLastModifiedTime(journal, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
        new DiskCheck(mets, false, findings).compare(false, true);

        assertThat(journal).doesNotExist();
        assertThat(found()).extracting(Finding::standing).contains(Standing.REPAIRED);
        assertThat(Mets.read(mets).files()).hasSize(3);
    }

    @Test
    void leavesNoTraceOfALook() throws IOException {
        Files.delete(book.resolve(".mets.xml.lock"));

        new DiskCheck(mets, false, findings).compare(true, true);

        assertThat(book.resolve(".mets.xml.lock")).doesNotExist();
    }

    @Test
    void removesADraftThatAKilledWriterLeft() throws IOException {
        Path draft = Files.writeString(book.resolve(".mets.xml-1234.tmp"), "<half");

        new DiskCheck(mets, false, findings).compare(false, false);
        assertThat(draft).exists();
        assertThat(found()).extracting(Finding::standing).containsExactly(Standing.REPAIRABLE);
        new DiskCheck(mets, false, findings).compare(false, true);

        assertThat(draft).doesNotExist();
        assertThat(found()).extracting(Finding::standing).containsExactly(Standing.REPAIRABLE, Standing.REPAIRED);
        assertThat(Mets.read(mets).files()).hasSize(2);
    }

    @Test
    void leavesAMetsAloneThatCannotBeRead() throws IOException {
        Files.writeString(mets, "<mets:mets>no more");

        new DiskCheck(mets, false, findings).compare(false, true);

        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.UNREADABLE_METS);
        assertThat(mets).hasContent("<mets:mets>no more");
    }

    private List<Finding> found() {
        return findings.report(1, 0, 0).findings();
    }
}
