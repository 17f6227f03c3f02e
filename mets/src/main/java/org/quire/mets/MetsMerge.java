package org.quire.mets;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one writer of {@code mets.xml}: inserts into its text what jobs made, and keeps every other byte as it was. */
public final class MetsMerge {

    /** Somebody else who changes the file this many times in a row while it is merged into won't stop doing so. */
    private static final int TRIES = 10;

    /** A session that lives merges its additions long before. */
    private static final Duration LATEST_MERGE = Duration.ofMinutes(1);

    private MetsMerge() {}

    /**
     * States of the file before and after a merge; the same if it had everything already.
     *
     * @param source what was merged into
     */
    public record Merged(FileStamp source, FileStamp result) {}

    /**
     * Merges first what is in the {@link MetsJournal}, which is then empty, and then the additions: temp file, fsync, rename, under a
     * lock on {@code .mets.xml.lock} beside it; done again from the start if somebody else changed the file meanwhile. A file of the
     * same group and id is replaced in place; a page unknown to the file is appended. Agents that differ from one in the file only in
     * their {@code page-id} note are united with it. What the file has already is not written again; a symbolic link stays one.
     *
     * @throws MetsException if the file can't be merged into
     */
    public static void merge(Path metsFile, List<MetsAddition> additions) throws IOException {
        merge(metsFile, additions, () -> {});
    }

    /**
     * What a writer that was killed has left beside a METS, and acknowledged additions that nobody has merged for a minute: names of
     * files. Where there is something, it is looked at while nobody writes.
     *
     * @param finish whether to merge and remove them
     */
    public static List<String> unfinished(Path metsFile, boolean finish) throws IOException {
        Path real = metsFile.toRealPath();
        if (unfinished(real).isEmpty()) {
            // Looking leaves no trace, not even a lock's file.
            return List.of();
        }
        try (MetsLock lock = MetsLock.acquire(real)) {
            List<String> names = unfinished(real);
            if (finish && !names.isEmpty()) {
                merge(lock, List.of(), () -> {});
            }
            return names;
        }
    }

    private static List<String> unfinished(Path real) throws IOException {
        List<String> names = new ArrayList<>(Replacement.leftovers(real));
        MetsJournal journal = MetsJournal.of(real);
        FileStamp stamp = journal.stamp();
        if (stamp != null && stamp.modified().isBefore(Instant.now().minus(LATEST_MERGE))) {
            names.add(journal.name());
        }
        return names;
    }

    /** As {@link #merge(Path, List)}, for one who has the lock, and only what is in the journal. */
    public static Merged mergeJournal(MetsLock held) throws IOException {
        return merge(held, List.of(), () -> {});
    }

    /**
     * As {@link #merge(Path, List)}.
     *
     * @param beforeRename is called under the lock when all is written but not visible yet; what it throws leaves the file as it was
     */
    public static void merge(Path metsFile, List<MetsAddition> additions, Runnable beforeRename) throws IOException {
        Path real = metsFile.toRealPath();
        if (additions.stream().allMatch(MetsAddition.NONE::equals)
                && !MetsJournal.of(real).exists()) {
            return;
        }
        try (MetsLock lock = MetsLock.acquire(real)) {
            merge(lock, additions, beforeRename);
        }
    }

    private static Merged merge(MetsLock held, List<MetsAddition> additions, Runnable beforeRename) throws IOException {
        Replacement.removeLeftovers(held.real());
        MetsJournal journal = MetsJournal.of(held.real());
        List<MetsAddition> all = new ArrayList<>(journal.toMerge());
        all.addAll(additions);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Merged merged = tryMerge(held.real(), all, beforeRename);
            if (merged != null) {
                // Last: a crash before it leaves a journal whose merging changes nothing.
                journal.delete();
                return merged;
            }
        }
        throw new MetsException("Expected to merge into " + held.real() + ", but it was changed by somebody else "
                + TRIES + " times in a row. Let only one program at a time write it, and try again.");
    }

    private static @Nullable Merged tryMerge(Path real, List<MetsAddition> additions, Runnable beforeRename)
            throws IOException {
        FileStamp stamp = FileStamp.of(real);
        try (MetsSource source = MetsSource.open(real, additions)) {
            if (source.hasAll()) {
                return new Merged(stamp, stamp);
            }
            try (Replacement replacement = Replacement.write(real, source::writeMerged)) {
                beforeRename.run();
                if (!FileStamp.of(real).equals(stamp)) {
                    return null;
                }
                FileStamp result = replacement.stamp();
                replacement.rename();
                return new Merged(stamp, result);
            }
        } catch (EOFException e) {
            // Somebody else has cut it short while it was read.
            return null;
        }
    }
}
