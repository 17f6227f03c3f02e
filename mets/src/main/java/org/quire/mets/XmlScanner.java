package org.quire.mets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Walks the tags of an XML text and tells exactly where each begins and ends, which StAX can't. Knows no DTD; refuses one.
 */
final class XmlScanner {

    enum Tag {
        START,
        /** Also follows the START of an empty element, with an empty range. */
        END
    }

    private record Binding(String prefix, String namespace, int depth) {}

    private record Attribute(String name, Range value) {}

    /** A part of the text. */
    record Range(int from, int to) {}

    private final String text;
    private final Path file;
    private final List<String> open = new ArrayList<>();
    private final List<Binding> bindings = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private int at;
    private int start;
    private int end;
    private boolean empty;
    private boolean closeNext;
    private String name = "";

    XmlScanner(String text, Path file) {
        this.text = text;
        this.file = file;
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
        for (int tag = text.indexOf('<', at); tag >= 0; tag = text.indexOf('<', at)) {
            if (text.startsWith("<!--", tag)) {
                at = after("-->", tag + 4);
            } else if (text.startsWith("<![CDATA[", tag)) {
                at = after("]]>", tag + 9);
            } else if (text.startsWith("<?", tag)) {
                at = after("?>", tag + 2);
            } else if (text.startsWith("<!", tag)) {
                throw error(tag, "a document without DOCTYPE, but found one. Remove it");
            } else {
                return text.startsWith("</", tag) ? closeTag(tag) : openTag(tag);
            }
        }
        if (!open.isEmpty()) {
            throw error(text.length(), "the end of <" + open.getLast() + ">, but the file ends");
        }
        return null;
    }

    /** Number of open elements, with the one whose START was read last. */
    int depth() {
        return open.size();
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    boolean isEmptyElement() {
        return empty;
    }

    String qualifiedName() {
        return name;
    }

    String prefix() {
        return prefixOf(name);
    }

    String localName() {
        return name.substring(name.indexOf(':') + 1);
    }

    String namespace() {
        return namespaceOf(prefix());
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
            if (candidate.name.equals(attribute)) {
                return candidate.value;
            }
        }
        return null;
    }

    @Nullable
    Range valueRange(String namespace, String local) {
        for (Attribute candidate : attributes) {
            if (candidate.name.endsWith(":" + local)
                    && namespaceOf(prefixOf(candidate.name)).equals(namespace)) {
                return candidate.value;
            }
        }
        return null;
    }

    private @Nullable String decoded(@Nullable Range value) {
        return value == null ? null : XmlEscape.decode(text.substring(value.from, value.to), true);
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

    private Tag closeTag(int tag) {
        int close = after(">", tag);
        name = text.substring(tag + 2, close - 1).strip();
        if (open.isEmpty() || !open.getLast().equals(name)) {
            throw error(
                    tag,
                    "the end of " + (open.isEmpty() ? "the file" : "<" + open.getLast() + ">") + ", but found </" + name
                            + ">");
        }
        open.removeLast();
        start = tag;
        end = close;
        at = close;
        return Tag.END;
    }

    private Tag openTag(int tag) {
        attributes.clear();
        int position = nameEnd(tag + 1);
        name = text.substring(tag + 1, position);
        open.add(name);
        position = skipBlank(position);
        while (charAt(position) != '>' && charAt(position) != '/') {
            position = skipBlank(readAttribute(position));
        }
        empty = charAt(position) == '/';
        if (empty && charAt(position + 1) != '>') {
            throw error(position, "/> here, but found something else");
        }
        start = tag;
        end = position + (empty ? 2 : 1);
        at = end;
        closeNext = empty;
        return Tag.START;
    }

    private int readAttribute(int position) {
        int nameEnd = nameEnd(position);
        int equals = skipBlank(nameEnd);
        int quoteAt = skipBlank(equals + 1);
        char quote = charAt(quoteAt);
        if (charAt(equals) != '=' || (quote != '"' && quote != '\'')) {
            throw error(position, "an attribute of the form name=\"value\", but found something else");
        }
        int close = after(String.valueOf(quote), quoteAt + 1);
        String attribute = text.substring(position, nameEnd);
        var value = new Range(quoteAt + 1, close - 1);
        attributes.add(new Attribute(attribute, value));
        if (attribute.equals("xmlns") || attribute.startsWith("xmlns:")) {
            bindings.add(new Binding(
                    attribute.substring(Math.min(attribute.length(), 6)), String.valueOf(decoded(value)), open.size()));
        }
        return close;
    }

    private int nameEnd(int from) {
        int position = from;
        while (" \t\r\n=/><\"'".indexOf(charAt(position)) < 0) {
            position++;
        }
        if (position == from) {
            throw error(from, "a name here, but found '" + charAt(from) + "'");
        }
        return position;
    }

    private int skipBlank(int from) {
        int position = from;
        while (" \t\r\n".indexOf(charAt(position)) >= 0) {
            position++;
        }
        return position;
    }

    private char charAt(int position) {
        if (position >= text.length()) {
            throw error(text.length(), "the end of a tag, but the file ends");
        }
        return text.charAt(position);
    }

    private int after(String mark, int from) {
        int found = text.indexOf(mark, from);
        if (found < 0) {
            throw error(from, mark + " somewhere after this place, but the file ends");
        }
        return found + mark.length();
    }

    private String namespaceOf(String prefix) {
        for (int i = bindings.size() - 1; i >= 0; i--) {
            if (bindings.get(i).prefix.equals(prefix)) {
                return bindings.get(i).namespace;
            }
        }
        return "";
    }

    private static String prefixOf(String qualified) {
        int colon = qualified.indexOf(':');
        return colon < 0 ? "" : qualified.substring(0, colon);
    }

    private MetsException error(int position, String expected) {
        long line =
                1 + text.substring(0, position).chars().filter(c -> c == '\n').count();
        return new MetsException("Expected in " + file + ", line " + line + ": " + expected
                + ". Repair the file, or put back an earlier copy, and try again.");
    }
}
