package org.quire.mets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The one writer of {@code mets.xml}: streams the file, adds what jobs made, keeps everything else as it was. */
public final class MetsMerge {

    private MetsMerge() {}

    /**
     * Merges the additions: temp file, fsync, rename, under a lock on {@code .mets.xml.lock} beside it; done again from the start if
     * somebody else changed the file meanwhile. A file of the same group and id is replaced in place; a page unknown to the
     * file is appended. Agents that differ from one in the file only in their {@code page-id} note are united with it.
     *
     * @throws MetsException if the file can't be merged into
     */
    public static void merge(Path metsFile, List<MetsAddition> additions) throws IOException {
        throw new UnsupportedOperationException("not built yet");
    }
}
