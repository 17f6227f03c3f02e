package org.quire.activities.sandbox;

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
import org.quire.mets.Fixity;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsMerge;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;

/** What lost attempts have published, and who takes it back. An attempt that is killed is one whose sandbox nobody removes. */
class RunLeftoversTest {

    private static final RunId RUN = new RunId("run1");
    private static final JobId JOB = new JobId(RUN, 0, 3);
    private static final JobId OTHER_JOB = new JobId(RUN, 0, 33);
    private static final String METS = """
            <mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink"><fileSec>
              <fileGrp USE="OUT"><file ID="F_old" MIMETYPE="text/plain">
                <FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="OUT/old.txt"/></file></fileGrp>
            </fileSec></mets>
            """;

    @TempDir
    Path temp;

    private Path workspace;
    private Path mets;

    @BeforeEach
    void setUp() throws IOException {
        workspace = Files.createDirectories(temp.toRealPath().resolve("book"));
        mets = Files.writeString(workspace.resolve("mets.xml"), METS);
        Files.createDirectories(workspace.resolve("OUT"));
        Files.writeString(workspace.resolve("OUT/old.txt"), "old");
    }

    @Test
    void theNextAttemptTakesBackWhatAKilledOnePublished() throws IOException {
        publish(attempt(JOB, 1), "OUT/old.txt", "OUT/new/page.txt");
        assertThat(workspace.resolve("OUT/old.txt")).hasContent("by attempt 1");

        attempt(JOB, 2);

        assertThat(workspace.resolve("OUT/old.txt")).hasContent("old");
        assertThat(workspace.resolve("OUT/new")).doesNotExist();
        assertThat(workspace.resolve("OUT")).isDirectory();
    }

    @Test
    void theNextAttemptTakesBackWhatOnePublishedWhoseWordWasLost() throws IOException {
        Sandbox first = attempt(JOB, 1);
        publish(first, "OUT/old.txt");
        first.remove();
        assertThat(workspace.resolve("OUT/old.txt")).hasContent("by attempt 1");

        Sandbox second = attempt(JOB, 2);

        assertThat(workspace.resolve("OUT/old.txt")).hasContent("old");
        publish(second, "OUT/old.txt");
        second.remove();
        assertThat(clear(true)).isEmpty();
        assertThat(workspace.resolve("OUT/old.txt")).hasContent("by attempt 2");
    }

    @Test
    void aFencedAttemptMovesNothingAndTouchesNothingOfItsSuccessor() throws IOException {
        Sandbox first = attempt(JOB, 1);
        make(first, "OUT/a.txt");
        make(first, "OUT/b.txt");
        Sandbox second = attempt(JOB, 2);
        publish(second, "OUT/a.txt");

        assertThatThrownBy(() -> published(first, "OUT/a.txt")).isInstanceOf(IOException.class);

        first.remove();
        assertThat(workspace.resolve("OUT/a.txt")).hasContent("by attempt 2");
        assertThat(workspace.resolve("OUT/b.txt")).doesNotExist();
    }

    @Test
    void anAttemptThatIsFencedBetweenTwoFilesLeavesNone() throws IOException {
        Sandbox first = attempt(JOB, 1);
        make(first, "OUT/a.txt");
        make(first, "OUT/b.txt");
        Ledger ledger = Ledger.open(
                first.directory(),
                Map.of(
                        Path.of("OUT/a.txt"), Fixity.of(first.directory().resolve("OUT/a.txt")),
                        Path.of("OUT/b.txt"), Fixity.of(first.directory().resolve("OUT/b.txt"))));
        Files.move(first.directory().resolve("OUT/a.txt"), workspace.resolve("OUT/a.txt"));

        Sandbox second = attempt(JOB, 2);
        assertThat(workspace.resolve("OUT/a.txt")).doesNotExist();
        make(second, "OUT/a.txt");
        Files.copy(second.directory().resolve("OUT/a.txt"), workspace.resolve("OUT/a.txt"));
        first.revoke();

        assertThat(ledger.takeBack(mets))
                .as("its own files are no longer there")
                .isEmpty();
        assertThat(workspace.resolve("OUT/a.txt")).hasContent("by attempt 2");
    }

    @Test
    void theEndOfARunTakesBackWhatJobsPublishedThatDidNotSucceed() throws IOException {
        Sandbox failed = attempt(JOB, 3);
        publish(failed, "OUT/old.txt", "OUT/new.txt");
        failed.remove();
        publish(attempt(OTHER_JOB, 1), "OUT/other.txt");

        List<Path> taken = new RunLeftovers(mets, RUN).clear(job -> job.equals(OTHER_JOB));

        assertThat(taken).containsExactlyInAnyOrder(Path.of("OUT/old.txt"), Path.of("OUT/new.txt"));
        assertThat(workspace.resolve("OUT/old.txt")).hasContent("old");
        assertThat(workspace.resolve("OUT/other.txt")).hasContent("by attempt 1");
        assertThat(workspace.resolve(".quire/run1")).doesNotExist();
    }

    @Test
    void whatMetsVouchesForStays() throws IOException {
        MetsAddition published = publish(attempt(JOB, 1), "OUT/new.txt");
        MetsMerge.merge(mets, List.of(published));

        assertThat(clear(false)).isEmpty();

        assertThat(workspace.resolve("OUT/new.txt")).hasContent("by attempt 1");
    }

    @Test
    void whatSomebodyChangedSinceStays() throws IOException {
        publish(attempt(JOB, 1), "OUT/new.txt");
        Files.writeString(workspace.resolve("OUT/new.txt"), "corrected by hand");

        assertThat(clear(false)).isEmpty();

        assertThat(workspace.resolve("OUT/new.txt")).hasContent("corrected by hand");
    }

    @Test
    void clearingAgainChangesNothing() throws IOException {
        publish(attempt(JOB, 1), "OUT/new.txt");
        assertThat(clear(false)).hasSize(1);
        assertThat(clear(false)).isEmpty();
        assertThat(new RunLeftovers(mets, RUN).isEmpty()).isTrue();
    }

    private List<Path> clear(boolean succeeded) throws IOException {
        return new RunLeftovers(mets, RUN).clear(job -> succeeded);
    }

    private Sandbox attempt(JobId job, int number) throws IOException {
        return Sandbox.create(mets, job, number, List.of("OUT"), List.of());
    }

    private static void make(Sandbox sandbox, String path) throws IOException {
        Path file = sandbox.directory().resolve(path);
        Files.createDirectories(file.getParent());
        String name = sandbox.directory().getFileName().toString();
        Files.writeString(file, "by attempt " + name.substring(name.lastIndexOf('-') + 1));
    }

    private static MetsAddition publish(Sandbox sandbox, String... paths) throws IOException {
        for (String path : paths) {
            make(sandbox, path);
        }
        return published(sandbox, paths);
    }

    private static MetsAddition published(Sandbox sandbox, String... paths) throws IOException {
        List<MetsFile> files = List.of(paths).stream()
                .map(path -> new MetsFile("F_" + path.replace('/', '_'), "OUT", "text/plain", null, null, path))
                .toList();
        return new Publication(sandbox, path -> true).publish(new MetsAddition(files, List.of()));
    }
}
