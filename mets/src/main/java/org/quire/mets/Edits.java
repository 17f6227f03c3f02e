package org.quire.mets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Insertions, replacements and deletions in a text; everything between them stays as it is. */
final class Edits {

    private record Edit(long from, long to, String replacement) {}

    private final XmlBytes text;
    private final List<Edit> edits = new ArrayList<>();

    Edits(XmlBytes text) {
        this.text = text;
    }

    /** At one place, the earlier insertion comes first. */
    void insert(long place, String insertion) {
        edits.add(new Edit(place, place, insertion));
    }

    void replace(long from, long to, String replacement) {
        edits.add(new Edit(from, to, replacement));
    }

    /** Deletes an element with the white space before it. */
    void delete(ElementSpot element) {
        long from = element.start;
        while (from > text.start() && text.isBlank(from - 1)) {
            from--;
        }
        replace(from, element.end, "");
    }

    /**
     * Deletes an attribute with the white space before it.
     *
     * @param from where its value begins, behind the quote
     * @param to where its value ends, before the quote
     */
    void deleteAttribute(long from, long to) {
        long start = from - 1;
        while (text.at(start) != '=') {
            start--;
        }
        do {
            start--;
        } while (text.isBlank(start));
        while (!text.isBlank(start - 1)) {
            start--;
        }
        while (text.isBlank(start - 1)) {
            start--;
        }
        replace(start, to + 1, "");
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
        long place = element.contentEnd(text);
        boolean hasLine = text.hasLineEnd(place, element.closeStart);
        insert(place, hasLine ? children : children + closing);
    }

    /** Whether the text is what it is to become. */
    boolean changeNothing() {
        return edits.stream().allMatch(edit -> text.text(edit.from, edit.to).equals(edit.replacement));
    }

    /** The text with the edits; for texts that are in memory anyway. */
    String text() {
        var edited = new ByteArrayOutputStream();
        try {
            write(text.start(), new XmlOutput(Channels.newChannel(edited)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return edited.toString(text.encoding().charset());
    }

    /** Writes the text with the edits, and with the byte order mark before it. */
    void writeTo(XmlOutput out) throws IOException {
        write(0, out);
    }

    private void write(long from, XmlOutput out) throws IOException {
        edits.sort(Comparator.comparingLong(Edit::from).thenComparingLong(Edit::to));
        long at = from;
        for (Edit edit : edits) {
            if (edit.from < at) {
                throw new IllegalStateException(
                        "Expected edits that don't overlap, but two meet at " + edit.from + ".");
            }
            text.copyTo(out, at, edit.from);
            out.write(ByteBuffer.wrap(edit.replacement.getBytes(text.encoding().charset())));
            at = edit.to;
        }
        text.copyTo(out, at, text.size());
        out.flush();
    }
}
