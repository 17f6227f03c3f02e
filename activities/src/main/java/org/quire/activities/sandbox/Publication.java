package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;

/**
 * Moves what a job made from its sandbox into the workspace, each file by one rename. Everything is checked before the
 * first file moves, and all is as it was if a later one can't be moved. Once a later attempt has taken the sandbox away nothing is moved
 * any more, in neither direction.
 */
public final class Publication {

    private final Sandbox sandbox;
    private final Path workspace;
    private final Predicate<Path> replaceable;

    /** @param replaceable whether a file that the workspace already has, by its relative path, may be replaced */
    public Publication(Sandbox sandbox, Predicate<Path> replaceable) {
        this.sandbox = sandbox;
        this.workspace = sandbox.workspace();
        this.replaceable = replaceable;
    }

    /**
     * Publishes all files of the output groups' folders.
     *
     * @param added the new METS entries, as the processor wrote them
     * @return the entries with paths relative to the workspace
     * @throws SandboxRefusal if a file is not there, lies elsewhere or would replace one that is not the job's
     * @throws Superseded if a later attempt of the job has begun
     */
    public MetsAddition publish(MetsAddition added) throws IOException {
        Set<Path> made = filesMade();
        List<MetsFile> entries = new ArrayList<>();
        for (MetsFile file : added.files()) {
            entries.add(file.localPath() == null ? file : withCheckedPath(file, file.localPath(), made));
        }
        made.forEach(this::requireFreeTarget);
        sandbox.requireLatest();
        move(made);
        return new MetsAddition(entries, added.agents());
    }

    private Set<Path> filesMade() throws IOException {
        Set<Path> made = new LinkedHashSet<>();
        for (String group : sandbox.outputGroups()) {
            for (Path file : FileTrees.regularFiles(sandbox.directory().resolve(group))) {
                Path relative = sandbox.directory().relativize(file);
                if (!isUntouchedCopy(file, workspace.resolve(relative))) {
                    made.add(relative);
                }
            }
        }
        return made;
    }

    private static boolean isUntouchedCopy(Path copy, Path original) throws IOException {
        return Files.isRegularFile(original)
                && Files.size(copy) == Files.size(original)
                && Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(original));
    }

    private MetsFile withCheckedPath(MetsFile file, String localPath, Set<Path> made) throws IOException {
        Path path = Path.of(localPath);
        Path relative = path.isAbsolute() && path.startsWith(sandbox.directory())
                ? sandbox.directory().relativize(path).normalize()
                : path.normalize();
        boolean own = sandbox.isInOutput(relative) && made.contains(relative);
        if (!own && !isInWorkspace(relative)) {
            throw new SandboxRefusal("Expected the file of " + file.id() + " in the folder "
                    + String.join(" or ", sandbox.outputGroups()) + ", but the processor named '" + localPath
                    + "' in its METS.");
        }
        return new MetsFile(
                file.id(), file.fileGroup(), file.mimetype(), file.pageId(), file.url(), relative.toString());
    }

    /** Some processors only name a file that has been there before. */
    private boolean isInWorkspace(Path relative) throws IOException {
        if (relative.isAbsolute() || relative.startsWith("..")) {
            return false;
        }
        Path file = workspace.resolve(relative);
        return Files.isRegularFile(file)
                && file.toRealPath().startsWith(workspace.toRealPath())
                && !file.toRealPath().startsWith(sandbox.directory().toRealPath());
    }

    private void requireFreeTarget(Path relative) {
        if (Files.exists(workspace.resolve(relative), LinkOption.NOFOLLOW_LINKS) && !replaceable.test(relative)) {
            throw new SandboxRefusal("Expected no file " + relative
                    + " in the workspace, but it is there and mets.xml names it. Run with overwrite to replace it.");
        }
    }

    private void move(Set<Path> made) throws IOException {
        Set<Path> fresh = new LinkedHashSet<>(made);
        fresh.removeIf(relative -> Files.exists(workspace.resolve(relative), LinkOption.NOFOLLOW_LINKS));
        UnfinishedPublication.begin(sandbox.directory(), fresh);
        Deque<Path> moved = new ArrayDeque<>();
        try {
            for (Path relative : made) {
                makeFolderInside(workspace.resolve(relative).getParent());
                if (!fresh.contains(relative)) {
                    UnfinishedPublication.keep(sandbox.directory(), workspace, relative);
                }
                rename(sandbox.directory().resolve(relative), workspace.resolve(relative));
                moved.push(relative);
            }
        } catch (IOException | RuntimeException e) {
            takeBack(moved, e);
            throw e;
        }
    }

    /** Files go back into the sandbox: if a later attempt has taken it away, what lies in the workspace is that one's affair. */
    private void takeBack(Deque<Path> moved, Exception reason) {
        try {
            for (Path relative : moved) {
                rename(workspace.resolve(relative), sandbox.directory().resolve(relative));
            }
            UnfinishedPublication.undo(sandbox.directory(), workspace, relative -> true);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private void makeFolderInside(Path folder) throws IOException {
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
