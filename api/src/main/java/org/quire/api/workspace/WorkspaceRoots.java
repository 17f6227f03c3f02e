package org.quire.api.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.quire.api.config.ApiProperties;
import org.quire.workflows.workspace.WorkspaceRef;
import org.springframework.stereotype.Component;

/** The folders that workspaces must lie under. A path counts by where it really is, never by how a client spells it. */
@Component
public class WorkspaceRoots {

    private final List<Path> roots;

    WorkspaceRoots(ApiProperties properties) {
        this.roots = properties.workspaces();
    }

    /** Where a client's path leads. */
    public sealed interface Located {
        record Found(WorkspaceRef workspace) implements Located {}

        record Missing(String message) implements Located {}

        record Outside(String message) implements Located {}
    }

    public Located locate(String metsPath) {
        Path real;
        try {
            Path path = Path.of(metsPath);
            if (!path.isAbsolute()) {
                return new Located.Missing(
                        "Mets file path not existing: " + metsPath + " (expected an absolute path).");
            }
            real = path.toRealPath();
        } catch (IOException | InvalidPathException e) {
            return new Located.Missing("Mets file path not existing: " + metsPath);
        }
        if (roots.stream().noneMatch(root -> contains(root, real))) {
            return new Located.Outside("Expected a METS file under one of the configured workspace folders, but "
                    + metsPath + " is not; quire.workspaces names them.");
        }
        return Files.isRegularFile(real)
                ? new Located.Found(new WorkspaceRef(real.toString()))
                : new Located.Missing("Mets file path not existing: " + metsPath + " (expected a file).");
    }

    private static boolean contains(Path root, Path real) {
        try {
            return real.startsWith(root.toRealPath());
        } catch (IOException e) {
            // A root that does not exist holds nothing; it may be mounted later.
            return false;
        }
    }
}
