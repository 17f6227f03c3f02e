package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.quire.mets.Fixity;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;

/**
 * Moves what a job made from its sandbox into the workspace, each file by one rename. Everything is checked and written down before the
 * first file moves, and all is taken back if a later one can't be moved. Nothing moves any more once the sandbox is fenced off.
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
     * @return the entries with paths relative to the workspace and checksums; also those of files that changed under an old entry
     * @throws SandboxRefusal if a file is not there, lies elsewhere or would replace one that is not the job's, or if no entry
     *     names any of the files
     */
    public MetsAddition publish(MetsAddition added) throws IOException {
        Map<Path, Fixity> made = filesMade();
        List<MetsFile> entries = new ArrayList<>();
        for (MetsFile file : added.files()) {
            entries.add(file.localPath() == null ? file : withCheckedPath(file, file.localPath(), made));
        }
        entries.addAll(changedInPlace(made, entries));
        requireSomeEntry(made.keySet(), entries);
        made.keySet().forEach(this::requireFreeTarget);
        if (!made.isEmpty()) {
            move(made);
        }
        return new MetsAddition(entries, added.agents());
    }

    /** A success would hide that all is lost: ocrd, for one, saves the METS elsewhere if a {@code #} is in its path. */
    private void requireSomeEntry(Set<Path> made, List<MetsFile> entries) {
        if (!made.isEmpty() && entries.isEmpty()) {
            throw new SandboxRefusal("Expected METS entries of what the processor wrote, but there is none for "
                    + made.iterator().next() + (made.size() == 1 ? "." : " and " + (made.size() - 1) + " more files.")
                    + (sandbox.directory().toString().contains("#")
                            ? " OCR-D's programs can't save a METS whose path has a '#'; rename its folder."
                            : ""));
        }
    }

    /** Entries that the processor did not touch, though it changed their files: their old checksums would be wrong. */
    private List<MetsFile> changedInPlace(Map<Path, Fixity> made, List<MetsFile> named) throws IOException {
        Set<String> unnamed = new LinkedHashSet<>();
        made.keySet().forEach(path -> unnamed.add(path.toString()));
        named.forEach(file -> unnamed.remove(file.localPath()));
        List<MetsFile> changed = new ArrayList<>();
        if (!unnamed.isEmpty()) {
            for (MetsFile file : Mets.read(sandbox.mets()).files()) {
                if (file.localPath() != null && unnamed.contains(file.localPath())) {
                    changed.add(withCheckedPath(file, file.localPath(), made));
                }
            }
        }
        return changed;
    }

    private Map<Path, Fixity> filesMade() throws IOException {
        Map<Path, Fixity> made = new LinkedHashMap<>();
        for (String group : sandbox.outputGroups()) {
            for (Path file : FileTrees.regularFiles(sandbox.directory().resolve(group))) {
                Path relative = sandbox.directory().relativize(file);
                if (!isUntouchedCopy(file, workspace.resolve(relative))) {
                    made.put(relative, Fixity.of(file));
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

    private MetsFile withCheckedPath(MetsFile file, String localPath, Map<Path, Fixity> made) throws IOException {
        Path path = Path.of(localPath);
        Path relative = path.isAbsolute() && path.startsWith(sandbox.directory())
                ? sandbox.directory().relativize(path).normalize()
                : path.normalize();
        Fixity content = sandbox.isInOutput(relative) ? made.get(relative) : null;
        if (content == null && !isInWorkspace(relative)) {
            throw new SandboxRefusal("Expected the file of " + file.id() + " in the folder "
                    + String.join(" or ", sandbox.outputGroups()) + ", but the processor named '" + localPath
                    + "' in its METS.");
        }
        return new MetsFile(
                file.id(), file.fileGroup(), file.mimetype(), file.pageId(), file.url(), relative.toString(), content);
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

    private void move(Map<Path, Fixity> made) throws IOException {
        Ledger ledger = Ledger.open(sandbox.directory(), made);
        try {
            for (Path relative : made.keySet()) {
                Path target = workspace.resolve(relative);
                InnerFolders.make(workspace, Objects.requireNonNull(target.getParent()));
                if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                    ledger.keep(relative, target);
                }
                Files.move(sandbox.directory().resolve(relative), target, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException | RuntimeException e) {
            sandbox.revoke();
            throw e;
        }
    }
}
