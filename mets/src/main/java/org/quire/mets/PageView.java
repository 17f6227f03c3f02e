package org.quire.mets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** A small METS with only some pages of a larger one: what a job sees as its {@code mets.xml}. */
public final class PageView {

    private PageView() {}

    /**
     * Writes the view: header and descriptive metadata as in the source, the pages asked for, their files of all groups,
     * and {@code earlier} on top (a file of the same group and id is replaced).
     *
     * @param pageIds pages of the source
     * @param earlier files that earlier steps of the run made and that the source may not have yet
     */
    public static void write(Mets source, Collection<String> pageIds, List<MetsFile> earlier, Path target)
            throws IOException {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * What a processor added to a view: files that are new or changed in the given groups, and new agents.
     *
     * @param before the index of the view as it was written
     * @param after the index of the view as the processor left it
     */
    public static MetsAddition difference(Mets before, Mets after, Collection<String> outputGroups) {
        throw new UnsupportedOperationException("not built yet");
    }
}
