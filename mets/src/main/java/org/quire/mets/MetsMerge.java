package org.quire.mets;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The one writer of {@code mets.xml}: inserts into its text what jobs made, and keeps every other byte as it was. */
public final class MetsMerge {

    /** Somebody else who changes the file this many times in a row while it is merged into won't stop doing so. */
    private static final int TRIES = 10;

    private MetsMerge() {}

    /**
     * Merges the additions: temp file, fsync, rename, under a lock on {@code .mets.xml.lock} beside it; done again from the start if
     * somebody else changed the file meanwhile. A file of the same group and id is replaced in place; a page unknown to the
     * file is appended. Agents that differ from one in the file only in their {@code page-id} note are united with it.
     * What the file has already is not written again; a symbolic link stays one.
     *
     * @throws MetsException if the file can't be merged into
     */
    public static void merge(Path metsFile, List<MetsAddition> additions) throws IOException {
        merge(metsFile, additions, () -> {});
    }

    /** @param beforeRename what happens between reading and renaming; a seam for tests */
    static void merge(Path metsFile, List<MetsAddition> additions, Runnable beforeRename) throws IOException {
        if (additions.stream().allMatch(MetsAddition.NONE::equals)) {
            return;
        }
        Path real = metsFile.toRealPath();
        try (MetsLock lock = MetsLock.acquire(real)) {
            Replacement.removeLeftovers(real);
            for (int attempt = 0; attempt < TRIES; attempt++) {
                if (tryMerge(real, additions, beforeRename)) {
                    return;
                }
            }
        }
        throw new MetsException("Expected to merge into " + real + ", but it was changed by somebody else " + TRIES
                + " times in a row. Let only one program at a time write it, and try again.");
    }

    private static boolean tryMerge(Path real, List<MetsAddition> additions, Runnable beforeRename) throws IOException {
        FileStamp stamp = FileStamp.of(real);
        try (MetsSource source = MetsSource.open(real, additions)) {
            if (source.hasAll()) {
                return true;
            }
            try (Replacement replacement = Replacement.write(real, source::writeMerged)) {
                beforeRename.run();
                if (!FileStamp.of(real).equals(stamp)) {
                    return false;
                }
                replacement.rename();
                return true;
            }
        } catch (EOFException e) {
            // Somebody else has cut it short while it was read.
            return false;
        }
    }
}
