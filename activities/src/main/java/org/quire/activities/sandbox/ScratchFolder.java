package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.quire.workflows.job.JobId;

/**
 * A private folder beside the sandboxes of a run, on the file system of its workspace. What a killed worker leaves of it goes with the
 * job's next attempt or its sandbox.
 */
public final class ScratchFolder implements AutoCloseable {

    private final Path directory;

    private ScratchFolder(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes it, and first removes those of earlier attempts.
     *
     * @param purpose a word for its name
     */
    public static ScratchFolder create(Path workspace, JobId job, String purpose, int attempt) throws IOException {
        Path run = Sandbox.runFolder(workspace, job);
        String prefix = job + "-" + purpose + "-";
        if (Files.isDirectory(run)) {
            try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(run, prefix + "*")) {
                for (Path leftover : leftovers) {
                    FileTrees.delete(leftover);
                }
            }
        }
        return new ScratchFolder(Sandbox.makeDirectory(run.resolve(prefix + attempt)));
    }

    public Path directory() {
        return directory;
    }

    /** Removes it with all in it, and the folders around it if they are empty now. */
    @Override
    public void close() throws IOException {
        FileTrees.delete(directory);
        Path run = Objects.requireNonNull(directory.getParent());
        Sandbox.deleteIfEmpty(run);
        Sandbox.deleteIfEmpty(Objects.requireNonNull(run.getParent()));
    }
}
