package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.quire.activities.process.Stragglers;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;

/**
 * What the jobs of a run have left in a workspace: sandboxes of lost attempts, and the ledgers of those that published.
 *
 * <p>A sandbox is <em>revoked</em> in this order: it is renamed, after which its attempt, should it still live, can move nothing more;
 * what it published is taken back; it is deleted. Every step may be repeated, by another host too.
 */
public final class RunLeftovers {

    private static final String PUBLISHED = "published";
    private static final String REVOKED = ".revoked-";

    private final Path metsFile;
    private final Path folder;

    /** @param metsFile real path of the workspace's METS */
    public RunLeftovers(Path metsFile, RunId run) {
        this.metsFile = metsFile;
        this.folder = metsFile.resolveSibling(Sandbox.HOME).resolve(run.value());
    }

    /** Revokes all earlier attempts of a job, so that the one that begins finds the workspace as if they had never been. */
    void revoke(JobId job, int attempt) throws IOException {
        for (Path sandbox : entries(folder, job + "-*")) {
            revoke(sandbox, metsFile);
        }
        for (int earlier = 1; earlier <= attempt; earlier++) {
            Path ledger = folder.resolve(PUBLISHED).resolve(job + "-" + earlier);
            if (Files.isDirectory(ledger, LinkOption.NOFOLLOW_LINKS)) {
                revoke(ledger, metsFile);
            }
        }
    }

    /**
     * Clears up after a run that has ended: takes back what jobs that did not succeed have published, and removes the run's folder.
     *
     * @return the paths that were taken back, relative to the workspace
     */
    public List<Path> clear(Predicate<JobId> succeeded) throws IOException {
        List<Path> taken = new ArrayList<>();
        List<Path> all = new ArrayList<>(entries(folder, "*"));
        all.addAll(entries(folder.resolve(PUBLISHED), "*"));
        for (Path sandbox : all) {
            if (jobOf(sandbox).filter(succeeded.negate()).isPresent()) {
                taken.addAll(revoke(sandbox, metsFile));
            }
        }
        FileTrees.delete(folder);
        return taken;
    }

    /** Whether there is nothing. */
    public boolean isEmpty() {
        return !Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /** Empties a sandbox but for its ledger, and puts that where the sandboxes of running jobs are not. */
    static void keepLedger(Path sandbox) throws IOException {
        for (Path entry : entries(sandbox, "*")) {
            String name = entry.getFileName().toString();
            if (!name.equals(Ledger.FILE) && !name.equals(Ledger.REPLACED)) {
                FileTrees.delete(entry);
            }
        }
        Path published = sandbox.resolveSibling(PUBLISHED);
        Files.createDirectories(published);
        Files.move(sandbox, published.resolve(sandbox.getFileName()), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Revokes one sandbox; nothing happens if somebody else has just done so. */
    static List<Path> revoke(Path sandbox, Path metsFile) throws IOException {
        String name = Objects.requireNonNull(sandbox.getFileName()).toString();
        Path run = name.contains(REVOKED) ? sandbox : fenced(sandbox, name);
        if (!Files.isDirectory(run, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Path> taken = Ledger.read(run).takeBack(metsFile);
        FileTrees.delete(run);
        return taken;
    }

    private static Path fenced(Path sandbox, String name) throws IOException {
        Path fenced = sandbox.resolveSibling(name + REVOKED + UUID.randomUUID());
        try {
            Files.move(sandbox, fenced, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return fenced;
        }
        // By the old name: that is the mark of its processes. None of them moves anything, so the order does not
        // matter.
        Stragglers.kill(sandbox);
        return fenced;
    }

    private static Optional<JobId> jobOf(Path sandbox) {
        String name = Objects.requireNonNull(sandbox.getFileName()).toString();
        int end = name.indexOf(REVOKED);
        String attempt = end < 0 ? name : name.substring(0, end);
        int job = attempt.lastIndexOf('-');
        try {
            return job < 0 ? Optional.empty() : Optional.of(JobId.parse(attempt.substring(0, job)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<Path> entries(Path folder, String glob) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, glob)) {
            stream.forEach(entries::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return entries;
    }
}
