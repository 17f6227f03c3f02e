package org.quire.mets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Insertions, replacements and deletions in a text; everything between them stays as it is. */
final class Edits {

    private record Edit(int from, int to, String replacement) {}

    private final String text;
    private final List<Edit> edits = new ArrayList<>();

    Edits(String text) {
        this.text = text;
    }

    /** At one place, the earlier insertion comes first. */
    void insert(int place, String insertion) {
        edits.add(new Edit(place, place, insertion));
    }

    void replace(int from, int to, String replacement) {
        edits.add(new Edit(from, to, replacement));
    }

    /** Deletes an element with the white space before it. */
    void delete(ElementSpot element) {
        int from = element.start;
        while (from > 0 && Character.isWhitespace(text.charAt(from - 1))) {
            from--;
        }
        replace(from, element.end, "");
    }

    /** Replaces what stands inside an element; one without content becomes an empty element. */
    void setContent(ElementSpot element, String content) {
        if (element.empty) {
            replace(element.openEnd - 2, element.openEnd, ">" + content + "</" + element.name + ">");
        } else if (content.isEmpty()) {
            replace(element.openEnd - 1, element.end, "/>");
        } else {
            replace(element.openEnd, element.closeStart, content);
        }
    }

    /**
     * Adds children behind the last one of an element.
     *
     * @param children each beginning with its line end and indentation
     * @param closing line end and indentation of the element's end tag, if it doesn't have its own line yet
     */
    void append(ElementSpot element, String children, String closing) {
        if (element.empty) {
            replace(element.openEnd - 2, element.openEnd, ">" + children + closing + "</" + element.name + ">");
            return;
        }
        int place = element.contentEnd(text);
        boolean hasLine = text.substring(place, element.closeStart).indexOf('\n') >= 0;
        insert(place, hasLine ? children : children + closing);
    }

    String apply() {
        edits.sort(Comparator.comparingInt(Edit::from).thenComparingInt(Edit::to));
        StringBuilder out = new StringBuilder(text.length() + text.length() / 4);
        int at = 0;
        for (Edit edit : edits) {
            if (edit.from < at) {
                throw new IllegalStateException(
                        "Expected edits that don't overlap, but two meet at " + edit.from + ".");
            }
            out.append(text, at, edit.from).append(edit.replacement);
            at = edit.to;
        }
        return out.append(text, at, text.length()).toString();
    }
}
