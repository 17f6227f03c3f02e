package org.quire.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;

class PublicationTest {

    private static final JobId JOB = new JobId(new RunId("run1"), 2, 3);

    @TempDir
    Path temp;

    private Path workspace;
    private Sandbox sandbox;

    @BeforeEach
    void setUp() throws IOException {
        workspace = temp.toRealPath().resolve("book");
        Files.createDirectories(workspace.resolve("IN"));
        Files.writeString(workspace.resolve("IN/page.txt"), "given");
        Files.writeString(workspace.resolve("mets.xml"), "");
        Files.writeString(workspace.resolve(".mets.xml.lock"), "");
        sandbox = Sandbox.create(workspace.resolve("mets.xml"), JOB, 1, List.of("OUT"), List.of());
    }

    @Test
    void theSandboxSharesTheWorkspaceByRelativeSymlinksButNotItsMets() throws IOException {
        assertThat(sandbox.directory()).isEqualTo(workspace.resolve(".quire/run1/run1-2-3-1"));
        try (var entries = Files.list(sandbox.directory())) {
            assertThat(entries.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("IN", "OUT");
        }
        assertThat(Files.readSymbolicLink(sandbox.directory().resolve("IN"))).isEqualTo(Path.of("../../../IN"));
    }

    @Test
    void movesFilesOfAllDepthsAndMakesTheirPathsRelative() throws IOException {
        make("OUT/a.xml");
        make("OUT/images/a.png");

        MetsAddition published =
                publish(sandbox.directory().resolve("OUT/a.xml").toString(), "OUT/./images/a.png", "IN/page.txt");

        assertThat(published.files())
                .extracting(MetsFile::localPath)
                .containsExactly("OUT/a.xml", "OUT/images/a.png", "IN/page.txt");
        assertThat(workspace.resolve("OUT/images/a.png")).hasContent("made");
        assertThat(sandbox.directory().resolve("OUT/a.xml")).doesNotExist();
    }

    @Test
    void takesBackWhatItMovedIfALaterFileCantBeMoved() throws IOException {
        make("OUT/a.xml");
        make("OUT/b/c.xml");
        Files.createDirectory(workspace.resolve("OUT"));
        Files.writeString(workspace.resolve("OUT/b"), "a file where a folder is needed");

        assertThatThrownBy(() -> publish("OUT/a.xml")).isInstanceOf(IOException.class);

        assertThat(workspace.resolve("OUT/a.xml")).doesNotExist();
    }

    @Test
    void refusesFilesOfWhichNoEntryTells() throws IOException {
        make("OUT/a.xml");
        make("OUT/b.xml");
        saveUnchangedMets();

        assertThatThrownBy(() -> publish())
                .isInstanceOf(SandboxRefusal.class)
                .hasMessage(
                        "Expected METS entries of what the processor wrote, but there is none for OUT/a.xml and 1 more"
                                + " files.");

        assertThat(workspace.resolve("OUT")).doesNotExist();
    }

    @Test
    void saysThatANumberSignInThePathIsToBlame() throws IOException {
        Path book = Files.createDirectories(temp.toRealPath().resolve("no #1"));
        Files.writeString(book.resolve("mets.xml"), "");
        sandbox = Sandbox.create(book.resolve("mets.xml"), JOB, 1, List.of("OUT"), List.of());
        make("OUT/a.xml");
        saveUnchangedMets();

        assertThatThrownBy(() -> publish()).hasMessageContaining("path has a '#'; rename its folder");
    }

    @Test
    void refusesPathsThatLeaveTheWorkspace() throws IOException {
        Files.writeString(workspace.resolveSibling("secret"), "x");
        Files.createSymbolicLink(workspace.resolve("link"), workspace.resolveSibling("secret"));

        for (String path : List.of("../secret", "OUT/../../secret", "/etc/hostname", "link", "OUT/missing.xml")) {
            assertThatThrownBy(() -> publish(path))
                    .isInstanceOf(SandboxRefusal.class)
                    .hasMessageContaining("'" + path + "'");
        }
    }

    @Test
    void doesNotPublishSymlinks() throws IOException {
        Files.createSymbolicLink(sandbox.directory().resolve("OUT/a.xml"), Path.of("../IN/page.txt"));

        assertThatThrownBy(() -> publish("OUT/a.xml")).isInstanceOf(SandboxRefusal.class);
        assertThat(workspace.resolve("OUT")).doesNotExist();
    }

    @Test
    void removingASandboxLeavesNothingBehindAndFollowsNoSymlink() {
        sandbox.remove();

        assertThat(workspace.resolve(".quire")).doesNotExist();
        assertThat(workspace.resolve("IN/page.txt")).hasContent("given");
    }

    private void saveUnchangedMets() throws IOException {
        Files.writeString(sandbox.mets(), "<mets:mets xmlns:mets='http://www.loc.gov/METS/'/>");
    }

    private void make(String relative) throws IOException {
        Path file = sandbox.directory().resolve(relative);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "made");
    }

    private MetsAddition publish(String... paths) throws IOException {
        List<MetsFile> files = List.of(paths).stream()
                .map(path -> new MetsFile("F", "OUT", "text/xml", "P1", null, path))
                .toList();
        return new Publication(sandbox, path -> false).publish(new MetsAddition(files, List.of()));
    }
}
