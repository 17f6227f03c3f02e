package org.quire.mets;

import java.util.List;

/** What one job adds to {@code mets.xml}. Merging the same addition again changes nothing. */
public record MetsAddition(List<MetsFile> files, List<MetsAgent> agents) {

    public static final MetsAddition NONE = new MetsAddition(List.of(), List.of());

    public MetsAddition {
        files = List.copyOf(files);
        agents = List.copyOf(agents);
    }
}
