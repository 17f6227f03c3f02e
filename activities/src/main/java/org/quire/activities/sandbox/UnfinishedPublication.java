package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a sandbox remembers of its publication, so that a later attempt can undo it: the names of the files that are new in the workspace,
 * and the files that were replaced.
 */
final class UnfinishedPublication {

    private static final String NEW_FILES = ".publishing";
    private static final String REPLACED = ".replaced";

    private UnfinishedPublication() {}

    /** Before the first file moves. */
    static void begin(Path sandbox, Collection<Path> newFiles) throws IOException {
        Files.write(
                sandbox.resolve(NEW_FILES),
                newFiles.stream().map(Path::toString).toList());
    }

    /** Keeps a file that is about to be replaced, as a second name of it where the file system can do that. */
    static void keep(Path sandbox, Path workspace, Path relative) throws IOException {
        Path kept = sandbox.resolve(REPLACED).resolve(relative);
        Files.createDirectories(kept.getParent());
        Files.deleteIfExists(kept);
        try {
            Files.createLink(kept, workspace.resolve(relative));
        } catch (UnsupportedOperationException e) {
            Files.copy(workspace.resolve(relative), kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /**
     * Takes back what was published from a sandbox that nobody publishes from any more.
     *
     * @param known whether a file is part of a result that was committed after all; it stays
     */
    static void undo(Path sandbox, Path workspace, Predicate<Path> known) throws IOException {
        for (Path relative : newFiles(sandbox)) {
            boolean moved = !Files.exists(sandbox.resolve(relative), LinkOption.NOFOLLOW_LINKS);
            if (moved && !known.test(relative)) {
                Files.deleteIfExists(workspace.resolve(relative));
            }
        }
        Path replaced = sandbox.resolve(REPLACED);
        for (Path kept : FileTrees.regularFiles(replaced)) {
            Path target = workspace.resolve(replaced.relativize(kept));
            Files.move(kept, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static List<Path> newFiles(Path sandbox) throws IOException {
        try {
            return Files.readAllLines(sandbox.resolve(NEW_FILES)).stream()
                    .map(Path::of)
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
