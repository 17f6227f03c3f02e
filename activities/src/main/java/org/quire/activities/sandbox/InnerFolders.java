package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Makes folders of a workspace that don't lead out of it. */
public final class InnerFolders {

    private InnerFolders() {}

    /**
     * Makes the folder with those above it, if it is not there.
     *
     * @throws SandboxRefusal if it leads out of the workspace through a symlink
     */
    public static void make(Path workspace, Path folder) throws IOException {
        Path existing = folder;
        while (!Files.exists(existing)) {
            existing = Objects.requireNonNull(existing.getParent());
        }
        if (!existing.toRealPath().startsWith(workspace.toRealPath())) {
            throw new SandboxRefusal("Expected the folder " + folder + " inside the workspace, but it leads to "
                    + existing.toRealPath() + ". Replace the symlink by a folder.");
        }
        Files.createDirectories(folder);
    }
}
