package org.quire.activities.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceSearchTest {

    @TempDir
    Path temp;

    @Test
    void findsEveryMetsButNoneBelowAnother() throws IOException {
        Path root = temp.toRealPath();
        Path kant = mets(root.resolve("a/kant"));
        Path hegel = mets(root.resolve("b/c/hegel"));
        mets(root.resolve("a/kant/.quire/run/0-0-1"));
        Files.createDirectories(root.resolve("empty"));

        assertThat(WorkspaceSearch.below(List.of(root, root.resolve("a"), root.resolve("missing"))))
                .containsExactly(kant, hegel);
    }

    private static Path mets(Path folder) throws IOException {
        return Files.createFile(Files.createDirectories(folder).resolve("mets.xml"));
    }
}
