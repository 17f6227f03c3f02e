package org.quire.mets;

import org.jspecify.annotations.Nullable;

/** Where an element stands in the text of its file. */
final class ElementSpot {

    final String name;
    final int start;
    final int openEnd;
    final boolean empty;

    /** Where its end tag begins; the end of its only tag if it is empty. */
    int closeStart = -1;

    int end = -1;

    /** What stands before its first child on that child's line; null: no child on a line of its own. */
    @Nullable
    String childIndent;

    ElementSpot(String name, int start, int openEnd, boolean empty) {
        this.name = name;
        this.start = start;
        this.openEnd = openEnd;
        this.empty = empty;
    }

    /** The blanks before a place if it is the first on its line; else null. */
    static @Nullable String indentAt(String text, int place) {
        int from = place;
        while (from > 0 && (text.charAt(from - 1) == ' ' || text.charAt(from - 1) == '\t')) {
            from--;
        }
        return from > 0 && (text.charAt(from - 1) == '\n' || text.charAt(from - 1) == '\r')
                ? text.substring(from, place)
                : null;
    }

    /** The end of what stands in it, before the white space that leads to its end tag. */
    int contentEnd(String text) {
        int place = closeStart;
        while (place > openEnd && Character.isWhitespace(text.charAt(place - 1))) {
            place--;
        }
        return place;
    }
}
