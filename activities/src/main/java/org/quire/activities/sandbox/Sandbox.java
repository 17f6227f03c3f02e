package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder in which one attempt of a job works: the workspace seen through symlinks, with output folders of its own.
 *
 * <p>It lies at {@code <workspace>/.quire/<run>/<job>-<attempt>}, so that what is made in it can be renamed into the
 * workspace, and nothing that is made in it is seen outside before.
 */
public final class Sandbox {

    private static final Logger LOG = LoggerFactory.getLogger(Sandbox.class);
    static final String HOME = ".quire";
    private static final String METS = "mets.xml";
    /** Others may remove a run's folder just when it is empty, that is: between its making and its use. */
    private static final int CREATE_TRIES = 20;

    private final Path metsFile;
    private final Path workspace;
    private final Path directory;
    private final List<String> outputGroups;

    private Sandbox(Path metsFile, Path directory, List<String> outputGroups) {
        this.metsFile = metsFile;
        this.workspace = Objects.requireNonNull(metsFile.getParent());
        this.directory = directory;
        this.outputGroups = outputGroups;
    }

    /**
     * Makes the sandbox, and first ends and removes what earlier attempts of the job left on this machine.
     *
     * @param metsFile real path of the workspace's METS
     * @param seeds files of output groups that the processor also reads; they get copies
     * @throws SandboxRefusal if an output group can't be a folder
     */
    public static Sandbox create(Path metsFile, JobId job, int attempt, List<String> outputGroups, List<MetsFile> seeds)
            throws IOException {
        outputGroups.forEach(Sandbox::requirePlainName);
        Path workspace = Objects.requireNonNull(metsFile.getParent());
        Path run = runFolder(workspace, job);
        new RunLeftovers(metsFile, job.run()).revoke(job, attempt);
        Path directory = makeDirectory(run.resolve(job + "-" + attempt));
        var sandbox = new Sandbox(metsFile, directory, List.copyOf(outputGroups));
        try {
            sandbox.link(metsFile.getFileName().toString());
            sandbox.makeOutputFolders(seeds);
        } catch (IOException | RuntimeException e) {
            sandbox.remove();
            throw e;
        }
        return sandbox;
    }

    /**
     * The sandbox that {@link #create} made, also by another process. If publishing from it was interrupted, all that it moved is back.
     *
     * @throws SandboxRefusal if it is not there any more
     */
    public static Sandbox reopen(Path metsFile, JobId job, int attempt, List<String> outputGroups) throws IOException {
        Path directory = place(metsFile, job, attempt);
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new SandboxRefusal("Expected the sandbox " + directory + ", but it is gone.");
        }
        Ledger.read(directory).undo(metsFile);
        return new Sandbox(metsFile, directory, List.copyOf(outputGroups));
    }

    /** Where the sandbox of an attempt lies, if there is one. What lies beside it under a longer name goes with the run. */
    public static Path place(Path metsFile, JobId job, int attempt) {
        return metsFile.resolveSibling(HOME).resolve(job.run().value()).resolve(job + "-" + attempt);
    }

    /** Removes every sandbox of a job, and ends what still works there on this machine. */
    public static void removeAll(Path metsFile, JobId job) throws IOException {
        new RunLeftovers(metsFile, job.run()).revoke(job, 0);
        Path home = metsFile.resolveSibling(HOME);
        deleteIfEmpty(home.resolve(job.run().value()));
        deleteIfEmpty(home);
    }

    /** Where the private folders of a job's run lie. */
    static Path runFolder(Path workspace, JobId job) {
        Path home = workspace.resolve(HOME);
        if (Files.isSymbolicLink(home)) {
            throw new SandboxRefusal("Expected a folder, but " + home + " is a symlink. Remove it.");
        }
        return home.resolve(job.run().value());
    }

    public Path directory() {
        return directory;
    }

    public Path mets() {
        return directory.resolve(METS);
    }

    Path workspace() {
        return workspace;
    }

    List<String> outputGroups() {
        return outputGroups;
    }

    /**
     * Removes it with all in it, but for the word of what was published: that is kept to the end of the run, since nobody knows yet whether
     * this attempt counts. What can't be removed is left to the next attempt, and said in the log.
     */
    public void remove() {
        try {
            if (Ledger.isIn(directory)) {
                RunLeftovers.keepLedger(directory);
            } else {
                FileTrees.delete(directory);
            }
            deleteIfEmpty(Objects.requireNonNull(directory.getParent()));
            deleteIfEmpty(workspace.resolve(HOME));
        } catch (IOException e) {
            LOG.warn("Could not remove the sandbox {}", directory, e);
        }
    }

    /** Takes back what was published so far, unless a later attempt has fenced this one off and done so. */
    void revoke() throws IOException {
        RunLeftovers.revoke(directory, metsFile);
    }

    private void link(String metsName) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(workspace)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (isShared(name, metsName)) {
                    Files.createSymbolicLink(directory.resolve(name), directory.relativize(entry));
                }
            }
        }
    }

    /** Not shared: what the job has of its own, and what belongs to whoever writes the workspace's METS. */
    private boolean isShared(String name, String metsName) {
        boolean ofMets = name.equals(METS)
                || name.equals(metsName)
                || name.startsWith("." + metsName)
                || name.startsWith(metsName + ".");
        boolean ofProcesses = name.endsWith(".lock") || name.endsWith(".sock");
        return !name.equals(HOME) && !ofMets && !ofProcesses && !outputGroups.contains(name);
    }

    private void makeOutputFolders(List<MetsFile> seeds) throws IOException {
        for (String group : outputGroups) {
            Files.createDirectory(directory.resolve(group));
        }
        Set<Path> copied = new HashSet<>();
        for (MetsFile seed : seeds) {
            if (seed.localPath() == null) {
                continue;
            }
            Path relative = Path.of(seed.localPath()).normalize();
            Path source = workspace.resolve(relative);
            if (isInOutput(relative) && copied.add(relative) && Files.isRegularFile(source)) {
                Path copy = directory.resolve(relative);
                Files.createDirectories(copy.getParent());
                Files.copy(source, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Whether the normalised relative path lies in the folder of an output group. */
    boolean isInOutput(Path relative) {
        return !relative.isAbsolute()
                && relative.getNameCount() > 1
                && outputGroups.contains(relative.getName(0).toString());
    }

    static Path makeDirectory(Path directory) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.createDirectories(directory.getParent());
                return Files.createDirectory(directory);
            } catch (NoSuchFileException e) {
                if (attempt == CREATE_TRIES) {
                    throw e;
                }
            }
        }
    }

    static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            LOG.trace("{} is still in use", folder);
        }
    }

    private static void requirePlainName(String group) {
        if (group.isBlank() || group.startsWith(".") || group.contains("/") || group.equals(METS)) {
            throw new SandboxRefusal("Expected an output group that can be the name of a folder, but got '" + group
                    + "'. Choose another name.");
        }
    }
}
