package org.quire.mets;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The characters of an XML file, with the encoding that gives back its very bytes. */
final class XmlText {

    private final String text;
    private final XmlEncoding encoding;
    /** As they were read; null: the text comes from elsewhere. */
    private final byte @Nullable [] bytes;

    private XmlText(String text, XmlEncoding encoding, byte @Nullable [] bytes) {
        this.text = text;
        this.encoding = encoding;
        this.bytes = bytes;
    }

    /** @throws MetsException if the bytes are no text in the encoding that they declare */
    static XmlText decode(byte[] bytes, Path file) {
        XmlEncoding encoding = XmlEncoding.of(bytes, file);
        int mark = encoding.markLength();
        try {
            String text = encoding.charset()
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, mark, bytes.length - mark))
                    .toString();
            return new XmlText(text, encoding, bytes);
        } catch (CharacterCodingException e) {
            throw encoding.broken(file, e);
        }
    }

    String text() {
        return text;
    }

    /** Another text in this one's encoding. */
    XmlText with(String other) {
        return new XmlText(other, encoding, null);
    }

    /** To be scanned: the bytes as they were read, where tags can be found in them. */
    XmlBytes bytes(Path file) {
        return bytes != null && encoding.isAsciiBased() ? XmlBytes.of(bytes, encoding, file) : XmlBytes.of(text, file);
    }

    Charset charset() {
        return encoding.charset();
    }

    /** The bytes of another text in this one's encoding. */
    byte[] encode(CharSequence other) {
        ByteBuffer encoded = charset().encode(CharBuffer.wrap(other));
        byte[] mark = encoding.mark().bytes();
        byte[] bytes = Arrays.copyOf(mark, mark.length + encoded.remaining());
        encoded.get(bytes, mark.length, bytes.length - mark.length);
        return bytes;
    }
}
