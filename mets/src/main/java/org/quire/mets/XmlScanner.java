package org.quire.mets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Walks the tags of an XML text and tells exactly where each begins and ends, which StAX can't. Knows no DTD; refuses one. It makes text
 * of nothing but what it is asked for.
 */
final class XmlScanner {

    enum Tag {
        START,
        /** Also follows the START of an empty element, with an empty range. */
        END
    }

    private record Binding(String prefix, String namespace, int depth) {}

    private record Attribute(XmlName name, Range value) {}

    /** A part of the text. */
    record Range(long from, long to) {}

    private final XmlBytes text;
    private final Path file;
    private final XmlName.Pool names;
    private final List<XmlName> open = new ArrayList<>();
    private final List<Binding> bindings = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private long at;
    private long start;
    private long end;
    private boolean empty;
    private boolean closeNext;
    private XmlName name = XmlName.of("");

    XmlScanner(XmlBytes text, Path file) {
        this.text = text;
        this.file = file;
        names = new XmlName.Pool(text);
        at = text.start();
    }

    /** Goes to the next tag; null at the end of the text. */
    @Nullable
    Tag next() {
        while (!bindings.isEmpty() && bindings.getLast().depth > open.size()) {
            bindings.removeLast();
        }
        if (closeNext) {
            closeNext = false;
            start = end;
            name = open.removeLast();
            return Tag.END;
        }
        for (long tag = text.find('<', at); tag >= 0; tag = text.find('<', at)) {
            byte kind = byteAt(tag + 1);
            if (kind == '/') {
                return closeTag(tag);
            }
            if (kind != '!' && kind != '?') {
                return openTag(tag);
            }
            skip(tag);
        }
        if (!open.isEmpty()) {
            throw error(text.size(), "the end of <" + open.getLast().qualified() + ">, but the file ends");
        }
        return null;
    }

    private void skip(long tag) {
        if (text.startsWith("<!--", tag)) {
            at = after("-->", tag + 4);
        } else if (text.startsWith("<![CDATA[", tag)) {
            at = after("]]>", tag + 9);
        } else if (text.startsWith("<?", tag)) {
            at = after("?>", tag + 2);
        } else {
            throw error(tag, "a document without DOCTYPE, but found one. Remove it");
        }
    }

    /** Number of open elements, with the one whose START was read last. */
    int depth() {
        return open.size();
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    boolean isEmptyElement() {
        return empty;
    }

    String qualifiedName() {
        return name.qualified();
    }

    String prefix() {
        return name.prefix();
    }

    String localName() {
        return name.local();
    }

    String namespace() {
        return namespaceOf(name.prefix());
    }

    /** The value of an attribute without prefix. */
    @Nullable
    String attribute(String attribute) {
        return decoded(valueRange(attribute));
    }

    @Nullable
    String attribute(String namespace, String local) {
        return decoded(valueRange(namespace, local));
    }

    /** Where the value of an attribute without prefix stands, inside its quotes. */
    @Nullable
    Range valueRange(String attribute) {
        for (Attribute candidate : attributes) {
            if (candidate.name.qualified().equals(attribute)) {
                return candidate.value;
            }
        }
        return null;
    }

    @Nullable
    Range valueRange(String namespace, String local) {
        for (Attribute candidate : attributes) {
            XmlName named = candidate.name;
            if (!named.prefix().isEmpty()
                    && named.local().equals(local)
                    && namespaceOf(named.prefix()).equals(namespace)) {
                return candidate.value;
            }
        }
        return null;
    }

    private @Nullable String decoded(@Nullable Range value) {
        return value == null ? null : XmlEscape.decode(text.text(value.from, value.to), true);
    }

    /** Prefix to namespace as they hold inside the current element; the empty prefix is the default namespace. */
    Map<String, String> namespaces() {
        Map<String, String> inScope = new LinkedHashMap<>();
        bindings.forEach(binding -> inScope.put(binding.prefix, binding.namespace));
        return inScope;
    }

    boolean declares(String prefix) {
        return valueRange(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix) != null;
    }

    private Tag closeTag(long tag) {
        long close = after(">", tag);
        long nameEnd = close - 1;
        while (nameEnd > tag + 2 && text.isBlank(nameEnd - 1)) {
            nameEnd--;
        }
        name = names.name(tag + 2, nameEnd);
        if (open.isEmpty() || !open.getLast().equals(name)) {
            throw error(
                    tag,
                    "the end of "
                            + (open.isEmpty()
                                    ? "the file"
                                    : "<" + open.getLast().qualified() + ">")
                            + ", but found </" + name.qualified() + ">");
        }
        open.removeLast();
        start = tag;
        end = close;
        at = close;
        return Tag.END;
    }

    private Tag openTag(long tag) {
        attributes.clear();
        long position = nameEnd(tag + 1);
        name = names.name(tag + 1, position);
        open.add(name);
        position = skipBlank(position);
        while (byteAt(position) != '>' && byteAt(position) != '/') {
            position = skipBlank(readAttribute(position));
        }
        empty = byteAt(position) == '/';
        if (empty && byteAt(position + 1) != '>') {
            throw error(position, "/> here, but found something else");
        }
        start = tag;
        end = position + (empty ? 2 : 1);
        at = end;
        closeNext = empty;
        return Tag.START;
    }

    private long readAttribute(long position) {
        long nameEnd = nameEnd(position);
        long equals = skipBlank(nameEnd);
        long quoteAt = skipBlank(equals + 1);
        byte quote = byteAt(quoteAt);
        if (byteAt(equals) != '=' || (quote != '"' && quote != '\'')) {
            throw error(position, "an attribute of the form name=\"value\", but found something else");
        }
        long close = after(quote == '"' ? "\"" : "'", quoteAt + 1);
        XmlName attribute = names.name(position, nameEnd);
        var value = new Range(quoteAt + 1, close - 1);
        attributes.add(new Attribute(attribute, value));
        if (attribute.qualified().equals("xmlns") || attribute.prefix().equals("xmlns")) {
            String prefix = attribute.prefix().isEmpty() ? "" : attribute.local();
            bindings.add(new Binding(prefix, String.valueOf(decoded(value)), open.size()));
        }
        return close;
    }

    private long nameEnd(long from) {
        long position = from;
        while (" \t\r\n=/><\"'".indexOf(byteAt(position)) < 0) {
            position++;
        }
        if (position == from) {
            throw error(from, "a name here, but found '" + (char) byteAt(from) + "'");
        }
        return position;
    }

    private long skipBlank(long from) {
        long position = from;
        byteAt(position);
        while (text.isBlank(position)) {
            position++;
            byteAt(position);
        }
        return position;
    }

    private byte byteAt(long position) {
        if (position >= text.size()) {
            throw error(text.size(), "the end of a tag, but the file ends");
        }
        return text.at(position);
    }

    private long after(String mark, long from) {
        for (long found = text.find(mark.charAt(0), from); found >= 0; found = text.find(mark.charAt(0), found + 1)) {
            if (text.startsWith(mark, found)) {
                return found + mark.length();
            }
        }
        throw error(from, mark + " somewhere after this place, but the file ends");
    }

    private String namespaceOf(String prefix) {
        for (int i = bindings.size() - 1; i >= 0; i--) {
            if (bindings.get(i).prefix.equals(prefix)) {
                return bindings.get(i).namespace;
            }
        }
        return "";
    }

    private MetsException error(long position, String expected) {
        long line = 1;
        for (long lineEnd = text.find('\n', text.start());
                lineEnd >= 0 && lineEnd < position;
                lineEnd = text.find('\n', lineEnd + 1)) {
            line++;
        }
        return new MetsException("Expected in " + file + ", line " + line + ": " + expected
                + ". Repair the file, or put back an earlier copy, and try again.");
    }
}
