package org.quire.mets;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The characters of an XML file, with the charset and byte order mark that give back its very bytes. */
final class XmlText {

    private static final Pattern DECLARED =
            Pattern.compile("^<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
    private static final int DECLARATION_LIMIT = 512;
    private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] UTF_16_BE_MARK = {(byte) 0xFE, (byte) 0xFF};
    private static final byte[] UTF_16_LE_MARK = {(byte) 0xFF, (byte) 0xFE};
    private static final byte[] NO_MARK = {};

    private final String text;
    private final Charset charset;
    private final byte[] mark;

    private XmlText(String text, Charset charset, byte[] mark) {
        this.text = text;
        this.charset = charset;
        this.mark = mark;
    }

    /** @throws MetsException if the bytes are no text in the encoding that they declare */
    static XmlText decode(byte[] bytes, Path file) {
        byte[] mark = markOf(bytes);
        Charset charset = charsetOf(bytes, mark, file);
        try {
            String text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, mark.length, bytes.length - mark.length))
                    .toString();
            return new XmlText(text, charset, mark);
        } catch (CharacterCodingException e) {
            throw new MetsException(
                    "Expected " + file + " to be text in " + charset
                            + " as it declares, but it has other bytes. Save it in that encoding, or declare the right one.",
                    e);
        }
    }

    String text() {
        return text;
    }

    /** Another text in this one's encoding. */
    XmlText with(String other) {
        return new XmlText(other, charset, mark);
    }

    Charset charset() {
        return charset;
    }

    /** The bytes of another text in this one's encoding. */
    byte[] encode(CharSequence other) {
        ByteBuffer encoded = charset.encode(CharBuffer.wrap(other));
        byte[] bytes = Arrays.copyOf(mark, mark.length + encoded.remaining());
        encoded.get(bytes, mark.length, bytes.length - mark.length);
        return bytes;
    }

    private static byte[] markOf(byte[] bytes) {
        for (byte[] mark : new byte[][] {UTF_8_MARK, UTF_16_BE_MARK, UTF_16_LE_MARK}) {
            if (bytes.length >= mark.length && Arrays.equals(mark, Arrays.copyOf(bytes, mark.length))) {
                return mark;
            }
        }
        return NO_MARK;
    }

    private static Charset charsetOf(byte[] bytes, byte[] mark, Path file) {
        if (mark == UTF_8_MARK) {
            return StandardCharsets.UTF_8;
        }
        if (mark == UTF_16_BE_MARK || (bytes.length > 1 && bytes[0] == 0 && bytes[1] == '<')) {
            return StandardCharsets.UTF_16BE;
        }
        if (mark == UTF_16_LE_MARK || (bytes.length > 1 && bytes[0] == '<' && bytes[1] == 0)) {
            return StandardCharsets.UTF_16LE;
        }
        String head = new String(bytes, 0, Math.min(bytes.length, DECLARATION_LIMIT), StandardCharsets.ISO_8859_1);
        Matcher declared = DECLARED.matcher(head);
        if (!declared.find()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(declared.group(1));
        } catch (IllegalArgumentException e) {
            throw new MetsException(
                    "Expected an encoding that Java knows, but " + file + " declares '" + declared.group(1)
                            + "'. Save it as UTF-8.",
                    e);
        }
    }
}
