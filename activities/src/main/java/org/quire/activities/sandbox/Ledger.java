package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.quire.mets.Fixity;
import org.quire.mets.Mets;
import org.quire.mets.MetsFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an attempt moves from its sandbox into the workspace, written down in the sandbox before the first file moves, beside what it
 * replaces. Whoever comes after a killed attempt can so take everything back, as long as no METS entry vouches for it.
 *
 * <p>It is a text file as {@code sha256sum} writes and checks it.
 */
final class Ledger {

    static final String FILE = ".published";
    static final String REPLACED = ".replaced";

    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final int DIGEST_DIGITS = 64;
    private static final String SEPARATOR = "  ";

    private final Path sandbox;
    private final Map<Path, Fixity> moves;

    private Ledger(Path sandbox, Map<Path, Fixity> moves) {
        this.sandbox = sandbox;
        this.moves = moves;
    }

    static boolean isIn(Path sandbox) {
        return Files.isRegularFile(sandbox.resolve(FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Writes it down.
     *
     * @param moves the content of each file by its path relative to the workspace
     */
    static Ledger open(Path sandbox, Map<Path, Fixity> moves) throws IOException {
        var lines = new ArrayList<String>();
        moves.forEach((path, content) -> lines.add(content.sha256() + SEPARATOR + path));
        Path draft = sandbox.resolve(FILE + ".part");
        Files.write(draft, lines, StandardCharsets.UTF_8);
        Files.move(draft, sandbox.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        return new Ledger(sandbox, moves);
    }

    /** The ledger of a sandbox, which is empty if nothing was ever moved. */
    static Ledger read(Path sandbox) throws IOException {
        Map<Path, Fixity> moves = new LinkedHashMap<>();
        if (isIn(sandbox)) {
            for (String line : Files.readAllLines(sandbox.resolve(FILE), StandardCharsets.UTF_8)) {
                String path = line.substring(DIGEST_DIGITS + SEPARATOR.length());
                moves.put(Path.of(path), new Fixity(line.substring(0, DIGEST_DIGITS), -1));
            }
        }
        return new Ledger(sandbox, moves);
    }

    /** Keeps the file that is about to be replaced; a second name for it, where the file system has such. */
    void keep(Path relative, Path target) throws IOException {
        Path kept = sandbox.resolve(REPLACED).resolve(relative);
        Files.createDirectories(kept.getParent());
        try {
            Files.createLink(kept, target);
        } catch (UnsupportedOperationException | IOException e) {
            Files.copy(target, kept, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /**
     * Puts the workspace back to what it was before the moves. A file that somebody changed since, or that {@code mets.xml} names with
     * this content, stays. Doing it again changes nothing.
     *
     * @return the paths that were taken back
     */
    List<Path> takeBack(Path metsFile) throws IOException {
        var taken = new ArrayList<Path>();
        if (moves.isEmpty()) {
            return taken;
        }
        Path workspace = Objects.requireNonNull(metsFile.getParent());
        List<MetsFile> vouched = Mets.read(metsFile).files();
        for (Map.Entry<Path, Fixity> move : moves.entrySet()) {
            Path relative = move.getKey();
            Path target = workspace.resolve(relative);
            boolean moved = !Files.exists(sandbox.resolve(relative), LinkOption.NOFOLLOW_LINKS);
            if (moved && isStill(target, move.getValue()) && !isVouchedFor(relative, move.getValue(), vouched)) {
                restore(relative, target, workspace);
                taken.add(relative);
            }
        }
        if (!taken.isEmpty()) {
            LOG.info("Took back from {} what the lost attempt {} had published: {}", workspace, sandbox, taken);
        }
        return taken;
    }

    /**
     * Moves back into the sandbox what was moved out of it, so that it can be published again. A file that somebody changed since stays
     * where it is. Doing it again changes nothing.
     */
    void undo(Path metsFile) throws IOException {
        for (Map.Entry<Path, Fixity> move : moves.entrySet()) {
            Path relative = move.getKey();
            Path own = sandbox.resolve(relative);
            Path target = metsFile.resolveSibling(relative);
            if (!Files.exists(own, LinkOption.NOFOLLOW_LINKS) && isStill(target, move.getValue())) {
                Files.createDirectories(own.getParent());
                Files.move(target, own, StandardCopyOption.ATOMIC_MOVE);
            }
            Path kept = sandbox.resolve(REPLACED).resolve(relative);
            if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS) && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(kept, target, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        Files.deleteIfExists(sandbox.resolve(FILE));
        FileTrees.delete(sandbox.resolve(REPLACED));
    }

    private void restore(Path relative, Path target, Path workspace) throws IOException {
        Path kept = sandbox.resolve(REPLACED).resolve(relative);
        if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(kept, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        Files.deleteIfExists(target);
        for (Path folder = target.getParent();
                folder != null && !folder.equals(workspace);
                folder = folder.getParent()) {
            if (!deleteIfEmpty(folder)) {
                return;
            }
        }
    }

    private static boolean deleteIfEmpty(Path folder) throws IOException {
        try {
            return Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }

    private static boolean isStill(Path target, Fixity content) throws IOException {
        try {
            return Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS) && content.fits(target);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean isVouchedFor(Path relative, Fixity content, List<MetsFile> entries) {
        return entries.stream()
                .filter(entry -> relative.toString().equals(entry.localPath()))
                .map(MetsFile::fixity)
                .anyMatch(named -> named != null && named.sha256().equals(content.sha256()));
    }
}
