package org.quire.mets;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the physical structure.
 *
 * @param attributes values in the order of {@link Attribute}; null where absent
 * @param fileIds what its {@code fptr}s name, in document order
 */
record PhysicalPage(String id, @Nullable String[] attributes, List<String> fileIds) {

    /** The attributes by which a page can be selected, in the order in which they are tried. */
    enum Attribute {
        ID,
        ORDER,
        ORDERLABEL,
        LABEL,
        CONTENTIDS
    }

    /** Empty if absent, as ocrd has it. */
    String value(Attribute attribute) {
        String value = attributes[attribute.ordinal()];
        return value == null ? "" : value;
    }

    /** Names and values in turn, with its {@code TYPE}, to write it again. */
    @Nullable
    String[] elementAttributes() {
        Attribute[] names = Attribute.values();
        @Nullable String[] all = new String[2 + 2 * names.length];
        all[0] = "TYPE";
        all[1] = "page";
        for (Attribute name : names) {
            all[2 + 2 * name.ordinal()] = name.name();
            all[3 + 2 * name.ordinal()] = attributes[name.ordinal()];
        }
        return all;
    }
}
