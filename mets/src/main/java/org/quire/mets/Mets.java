package org.quire.mets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An immutable index of one {@code mets.xml} as it was when read: all look-ups are in memory. */
public final class Mets {

    /**
     * Reads the file whole, once.
     *
     * @throws MetsException if it is not well-formed or no METS
     */
    public static Mets read(Path metsFile) throws IOException {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Ids of the physical pages in document order. */
    public List<String> pageIds() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Names of the file groups in document order. */
    public List<String> fileGroups() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** All files in document order. */
    public List<MetsFile> files() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The files of one group in document order; empty if there is no such group. */
    public List<MetsFile> files(String fileGroup) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The files of one group on one page; empty if there are none. */
    public List<MetsFile> files(String fileGroup, String pageId) {
        throw new UnsupportedOperationException("not built yet");
    }

    public List<MetsAgent> agents() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The {@code mods:identifier} (purl, urn, doi, url in this order of priority). */
    public Optional<String> uniqueIdentifier() {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Expands a {@code page_id} expression (ocrd's {@code OcrdMets.get_physical_pages}) against this file.
     *
     * @param expression blank or null stands for all pages
     * @return page ids in document order, without repeats, at least one
     * @throws PageExpressionException if malformed, or if a token matches no page
     */
    public List<String> expandPages(@org.jspecify.annotations.Nullable String expression) {
        throw new UnsupportedOperationException("not built yet");
    }
}
