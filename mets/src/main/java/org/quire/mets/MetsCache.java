package org.quire.mets;

import java.io.IOException;
import java.nio.file.Path;

/** Keeps the last read index of each {@code mets.xml} and reads again only when the file changed. Thread-safe. */
public final class MetsCache {

    /** @param capacity the number of files kept, least recently used dropped first; at least 1 */
    public MetsCache(int capacity) {}

    /** The index of the file as it is now. */
    public Mets get(Path metsFile) throws IOException {
        throw new UnsupportedOperationException("not built yet");
    }
}
