package org.quire.api.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.api.TestProperties;
import org.quire.api.workspace.WorkspaceRoots.Located;
import org.quire.workflows.workspace.WorkspaceRef;

class WorkspaceRootsTest {

    @TempDir
    Path folder;

    private Path root;
    private Path mets;
    private WorkspaceRoots roots;

    @BeforeEach
    void makeWorkspace() throws Exception {
        root = Files.createDirectories(folder.toRealPath().resolve("books"));
        mets = Files.createFile(Files.createDirectories(root.resolve("kant")).resolve("mets.xml"));
        roots = new WorkspaceRoots(TestProperties.with("quire.workspaces", root + ",/no/such/root"));
    }

    @Test
    void findsAWorkspaceByItsRealPath() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), root);

        Located found = new Located.Found(new WorkspaceRef(mets.toString()));
        assertThat(roots.locate(mets.toString())).isEqualTo(found);
        assertThat(roots.locate(link.resolve("kant/../kant/mets.xml").toString()))
                .isEqualTo(found);
    }

    @Test
    void refusesWhatOnlySeemsToLieUnderARoot() throws Exception {
        Path outside = Files.createFile(
                Files.createDirectories(folder.resolve("books-2")).resolve("mets.xml"));
        Files.createSymbolicLink(root.resolve("in"), outside.getParent());

        assertThat(roots.locate(outside.toString())).isInstanceOf(Located.Outside.class);
        assertThat(roots.locate(root.resolve("in/mets.xml").toString())).isInstanceOf(Located.Outside.class);
        assertThat(roots.locate(root.resolve("../books-2/mets.xml").toString())).isInstanceOf(Located.Outside.class);
    }

    @Test
    void missesWhatIsNoFile() {
        assertThat(roots.locate(root.resolve("mets.xml").toString()))
                .isEqualTo(new Located.Missing("Mets file path not existing: " + root.resolve("mets.xml")));
        assertThat(roots.locate(root.resolve("kant").toString())).isInstanceOf(Located.Missing.class);
        assertThat(roots.locate("kant/mets.xml")).isInstanceOf(Located.Missing.class);
        assertThat(roots.locate("")).isInstanceOf(Located.Missing.class);
        assertThat(roots.locate("/a\0b")).isInstanceOf(Located.Missing.class);
    }

    @Test
    void refusesEverythingWithoutRoots() {
        assertThat(new WorkspaceRoots(TestProperties.with()).locate(mets.toString()))
                .isInstanceOf(Located.Outside.class);
    }
}
