package org.quire.mets;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.mets.FileLocations.Meaning;
import org.quire.mets.MetsLayout.LocationSpot;

/**
 * Changes a {@code mets:file} that is in the file already into what an addition says of it. All that additions don't speak of
 * stays, such as references to metadata and further locations; a checksum that describes another content is replaced.
 */
final class FileEdit {

    private final XmlBytes text;
    private final Edits edits;
    private final MetsXml style;
    private final MetsLayout.FileSpot known;
    private final String indent;
    private final String closing;

    /**
     * @param indent of the element's children
     * @param closing line end and indentation of the element's end tag, if it doesn't have its own line yet
     */
    FileEdit(XmlBytes text, Edits edits, MetsXml style, MetsLayout.FileSpot known, String indent, String closing) {
        this.text = text;
        this.edits = edits;
        this.style = style;
        this.known = known;
        this.indent = indent;
        this.closing = closing;
    }

    void change(MetsFile file) {
        if (!known.file().mimetype().equals(file.mimetype())) {
            change("MIMETYPE", known.mimetype(), file.mimetype());
        }
        Fixity fixity = file.fixity();
        if (Fixity.UNKNOWN.equals(fixity)) {
            forget();
        } else if (fixity != null && !fixity.equals(known.file().fixity())) {
            change(fixity);
        }
        MetsXml added = style.fresh();
        if (!Objects.equals(known.file().url(), file.url()) && !replaced(Meaning.URL, file.url())) {
            added.remoteLocation(indent, file.url());
        }
        if (!Objects.equals(known.file().localPath(), file.localPath())) {
            replaced(Meaning.GUESSED_PATH, null);
            if (!replaced(Meaning.PATH, file.localPath())) {
                added.localLocation(indent, file.localPath());
            }
        }
        String children = added.toString();
        if (!children.isEmpty()) {
            insert(children);
        }
    }

    private void forget() {
        MetsLayout.FixitySpot spot = known.fixity();
        Stream.of(spot.size(), spot.checksum(), spot.type())
                .filter(Objects::nonNull)
                .forEach(value -> edits.deleteAttribute(value.from(), value.to()));
    }

    private void change(Fixity fixity) {
        MetsLayout.FixitySpot spot = known.fixity();
        if (fixity.size() >= 0) {
            change("SIZE", spot.size(), Long.toString(fixity.size()));
        }
        change("CHECKSUM", spot.checksum(), fixity.sha256());
        change("CHECKSUMTYPE", spot.type(), Fixity.TYPE);
    }

    /** @param value where the attribute's value stands; null: the element has no such attribute yet */
    private void change(String attribute, XmlScanner.@Nullable Range value, String changed) {
        ElementSpot element = known.spot();
        if (value == null) {
            long name = element.start + 1 + element.name.length();
            edits.insert(name, " " + attribute + "=\"" + style.escapedAttribute(changed) + "\"");
        } else {
            replaceValue(value, changed);
        }
    }

    /**
     * Puts a location in the place of the known one of this meaning.
     *
     * @param href null: the known one is taken away
     * @return false if there is none of this meaning
     */
    private boolean replaced(Meaning meaning, @Nullable String href) {
        for (LocationSpot location : known.locations()) {
            if (location.meaning() == meaning && location.href() != null) {
                if (href == null) {
                    edits.delete(location.spot());
                } else {
                    replaceValue(location.href(), href);
                }
                return true;
            }
        }
        return false;
    }

    private void replaceValue(XmlScanner.Range range, String value) {
        String escaped = style.escapedAttribute(value);
        boolean singleQuoted = text.at(range.from() - 1) == '\'';
        edits.replace(range.from(), range.to(), singleQuoted ? escaped.replace("'", "&apos;") : escaped);
    }

    /** Behind the last location: the METS schema wants them before all else. */
    private void insert(String children) {
        ElementSpot element = known.spot();
        List<LocationSpot> locations = known.locations();
        if (element.empty) {
            edits.append(element, children, closing);
            return;
        }
        long place = locations.isEmpty() ? element.openEnd : locations.getLast().spot().end;
        long next = place;
        while (next < element.closeStart && text.isBlank(next)) {
            next++;
        }
        boolean ownLine = text.hasLineEnd(place, next);
        edits.insert(place, ownLine ? children : children + closing);
    }
}
