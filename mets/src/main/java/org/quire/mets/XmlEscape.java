package org.quire.mets;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;

/** Escapes what goes into an XML file of some encoding, and decodes what comes out of one without DTD. */
final class XmlEscape {

    private static final int REPLACEMENT = 0xFFFD;

    private final CharsetEncoder encoder;

    XmlEscape(Charset charset) {
        encoder = charset.newEncoder();
    }

    /** For the inside of an element: keeps line feeds and tabs. */
    String text(String value) {
        return escape(value, false);
    }

    /** For the inside of double quotes. */
    String attribute(String value) {
        return escape(value, true);
    }

    private String escape(String value, boolean attribute) {
        StringBuilder out = new StringBuilder(value.length() + 16);
        value.codePoints().forEach(c -> escape(c, attribute, out));
        return out.toString();
    }

    private void escape(int codePoint, boolean attribute, StringBuilder out) {
        int c = isXml(codePoint) ? codePoint : REPLACEMENT;
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '\r' -> out.append("&#13;");
            case '"' -> out.append(attribute ? "&quot;" : "\"");
            case '\n' -> out.append(attribute ? "&#10;" : "\n");
            case '\t' -> out.append(attribute ? "&#9;" : "\t");
            default -> {
                if (c < 0x80 || encoder.canEncode(Character.toString(c))) {
                    out.appendCodePoint(c);
                } else {
                    out.append("&#").append(c).append(';');
                }
            }
        }
    }

    /** The characters that XML 1.0 allows. */
    private static boolean isXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || c >= 0x10000;
    }

    /** Resolves the predefined entities and character references; in attributes line ends and tabs become blanks. */
    static String decode(String raw, boolean attribute) {
        if (isPlain(raw)) {
            return raw;
        }
        String value = attribute
                ? raw.replace("\r\n", " ").replace('\n', ' ').replace('\t', ' ').replace('\r', ' ')
                : raw.replace("\r\n", "\n").replace('\r', '\n');
        if (value.indexOf('&') < 0) {
            return value;
        }
        StringBuilder out = new StringBuilder(value.length());
        int at = 0;
        for (int amp = value.indexOf('&'); amp >= 0; amp = value.indexOf('&', at)) {
            int semicolon = value.indexOf(';', amp);
            if (semicolon < 0) {
                break;
            }
            out.append(value, at, amp).append(resolve(value.substring(amp + 1, semicolon)));
            at = semicolon + 1;
        }
        return out.append(value, at, value.length()).toString();
    }

    private static boolean isPlain(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c < ' ' || c == '&') {
                return false;
            }
        }
        return true;
    }

    /** The text of an element's inside: comments and processing instructions dropped, CDATA sections taken as they are. */
    static String content(String inside) {
        if (inside.indexOf('<') < 0) {
            return decode(inside, false);
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (int tag = inside.indexOf('<'); tag >= 0; tag = inside.indexOf('<', at)) {
            out.append(decode(inside.substring(at, tag), false));
            boolean isData = inside.startsWith("<![CDATA[", tag);
            String close = isData ? "]]>" : inside.startsWith("<!--", tag) ? "-->" : ">";
            int end = inside.indexOf(close, tag);
            if (isData) {
                out.append(inside, tag + 9, end);
            }
            at = end + close.length();
        }
        return out.append(decode(inside.substring(at), false)).toString();
    }

    private static String resolve(String reference) {
        return switch (reference) {
            case "amp" -> "&";
            case "lt" -> "<";
            case "gt" -> ">";
            case "quot" -> "\"";
            case "apos" -> "'";
            default -> character(reference);
        };
    }

    private static String character(String reference) {
        try {
            if (reference.startsWith("#x")) {
                return Character.toString(Integer.parseInt(reference.substring(2), 16));
            }
            if (reference.startsWith("#")) {
                return Character.toString(Integer.parseInt(reference.substring(1)));
            }
        } catch (IllegalArgumentException e) {
            return "&" + reference + ";";
        }
        return "&" + reference + ";";
    }
}
