package org.quire.mets;

import org.jspecify.annotations.Nullable;

/** Where an element stands in the text of its file. */
final class ElementSpot {

    final String name;
    final long start;
    final long openEnd;
    final boolean empty;

    /** Where its end tag begins; the end of its only tag if it is empty. */
    long closeStart = -1;

    long end = -1;

    /** What stands before its first child on that child's line; null: no child on a line of its own. */
    @Nullable
    String childIndent;

    ElementSpot(String name, long start, long openEnd, boolean empty) {
        this.name = name;
        this.start = start;
        this.openEnd = openEnd;
        this.empty = empty;
    }

    /** The blanks before a place if it is the first on its line; else null. */
    static @Nullable String indentAt(XmlBytes text, long place) {
        long from = place;
        while (from > text.start() && (text.at(from - 1) == ' ' || text.at(from - 1) == '\t')) {
            from--;
        }
        return from > text.start() && (text.at(from - 1) == '\n' || text.at(from - 1) == '\r')
                ? text.text(from, place)
                : null;
    }

    /** The end of what stands in it, before the white space that leads to its end tag. */
    long contentEnd(XmlBytes text) {
        long place = closeStart;
        while (place > openEnd && text.isBlank(place - 1)) {
            place--;
        }
        return place;
    }
}
