package org.quire.mets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Keeps the last read index of each {@code mets.xml} and reads again only when the file changed. Thread-safe. */
public final class MetsCache {

    /** Reads a file; a seam for tests. */
    interface Source {
        Mets read(Path file) throws IOException;
    }

    /** What is read: the file, and the additions to it that wait in the journal. */
    private record Stamp(@Nullable FileStamp journal, FileStamp file) {

        static Stamp of(Path real) throws IOException {
            return new Stamp(MetsJournal.of(real).stamp(), FileStamp.of(real));
        }
    }

    private record Kept(Stamp stamp, CompletableFuture<Mets> mets) {}

    private final Source source;
    private final Map<Path, Kept> entries;

    /** @param capacity the number of files kept, least recently used dropped first; at least 1 */
    public MetsCache(int capacity) {
        this(capacity, Mets::read);
    }

    MetsCache(int capacity, Source source) {
        if (capacity < 1) {
            throw new IllegalArgumentException("Expected a capacity of at least 1, but got " + capacity + ".");
        }
        this.source = source;
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Path, Kept> eldest) {
                return size() > capacity;
            }
        };
    }

    /**
     * The index of the file as it is now. Callers that come while it is read wait for that one reading.
     *
     * @throws MetsException if the file can't be used as it is
     */
    public Mets get(Path metsFile) throws IOException {
        Path real = metsFile.toRealPath();
        // Taken before reading: if the file changes in between, the next call sees another stamp and reads again.
        Kept fresh = new Kept(Stamp.of(real), new CompletableFuture<>());
        @Nullable Kept known;
        synchronized (entries) {
            known = entries.get(real);
            if (known == null || !known.stamp.equals(fresh.stamp)) {
                known = null;
                entries.put(real, fresh);
            }
        }
        if (known != null) {
            return await(known.mets);
        }
        load(real, fresh);
        return await(fresh.mets);
    }

    private void load(Path real, Kept entry) {
        try {
            entry.mets.complete(source.read(real));
        } catch (IOException | RuntimeException | Error e) {
            synchronized (entries) {
                entries.remove(real, entry);
            }
            entry.mets.completeExceptionally(e);
        }
    }

    private static Mets await(CompletableFuture<Mets> mets) throws IOException {
        try {
            return mets.join();
        } catch (CompletionException e) {
            Throwable cause = cause(e);
            if (cause instanceof IOException failure) {
                throw new IOException(failure.getMessage(), failure);
            }
            if (cause instanceof MetsException failure) {
                throw new MetsException(String.valueOf(failure.getMessage()), failure);
            }
            throw e;
        }
    }

    private static @Nullable Throwable cause(CompletionException e) {
        return e.getCause();
    }
}
