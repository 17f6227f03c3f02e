package org.quire.mets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The encoding of an XML file, and the byte order mark before it. */
record XmlEncoding(Charset charset, Mark mark) {

    static final XmlEncoding UTF_8 = new XmlEncoding(StandardCharsets.UTF_8, Mark.NONE);

    private static final Pattern DECLARED =
            Pattern.compile("^<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
    private static final int DECLARATION_LIMIT = 512;

    enum Mark {
        NONE(),
        UTF_8(0xEF, 0xBB, 0xBF),
        UTF_16_BE(0xFE, 0xFF),
        UTF_16_LE(0xFF, 0xFE);

        private final byte[] bytes;

        Mark(int... values) {
            bytes = new byte[values.length];
            for (int i = 0; i < values.length; i++) {
                bytes[i] = (byte) values[i];
            }
        }

        byte[] bytes() {
            return bytes.clone();
        }
    }

    /** @throws MetsException if the file declares an encoding that Java doesn't know */
    static XmlEncoding of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in.readNBytes(DECLARATION_LIMIT), file);
        }
    }

    /** @param bytes the file's first ones, or all */
    static XmlEncoding of(byte[] bytes, Path file) {
        Mark mark = markOf(bytes);
        return new XmlEncoding(charsetOf(bytes, mark, file), mark);
    }

    int markLength() {
        return mark.bytes.length;
    }

    /** Whether every byte below 128 is an ASCII character, so that tags can be found without decoding. */
    boolean isAsciiBased() {
        String name = charset.name().toUpperCase(Locale.ROOT);
        return name.equals("UTF-8")
                || name.equals("US-ASCII")
                || name.startsWith("ISO-8859-")
                || name.startsWith("WINDOWS-125");
    }

    MetsException broken(Path file, @Nullable CharacterCodingException cause) {
        String message = "Expected " + file + " to be text in " + charset
                + " as it declares, but it has other bytes. Save it in that encoding, or declare the right one.";
        return cause == null ? new MetsException(message) : new MetsException(message, cause);
    }

    private static Mark markOf(byte[] bytes) {
        for (Mark mark : new Mark[] {Mark.UTF_8, Mark.UTF_16_BE, Mark.UTF_16_LE}) {
            int length = mark.bytes.length;
            if (bytes.length >= length && Arrays.equals(mark.bytes, Arrays.copyOf(bytes, length))) {
                return mark;
            }
        }
        return Mark.NONE;
    }

    private static Charset charsetOf(byte[] bytes, Mark mark, Path file) {
        if (mark == Mark.UTF_8) {
            return StandardCharsets.UTF_8;
        }
        if (mark == Mark.UTF_16_BE || (bytes.length > 1 && bytes[0] == 0 && bytes[1] == '<')) {
            return StandardCharsets.UTF_16BE;
        }
        if (mark == Mark.UTF_16_LE || (bytes.length > 1 && bytes[0] == '<' && bytes[1] == 0)) {
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
