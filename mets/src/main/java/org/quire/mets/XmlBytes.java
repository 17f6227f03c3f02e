package org.quire.mets;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an XML text, of which a window is in memory: what it costs doesn't depend on the size of the file. Bytes below 128 are
 * ASCII wherever they stand; the others are checked against the encoding as they are first read. Places count from the file's
 * first byte. Reading a file that was cut short meanwhile ends with an {@link UncheckedIOException}.
 */
final class XmlBytes implements Closeable {

    private static final int WINDOW = 1 << 18;

    /** Kept before a place that is read: tags begin a little before what is looked at. */
    private static final int LOOK_BACK = 1 << 14;

    private final Path file;
    private final XmlEncoding encoding;
    private final @Nullable FileChannel channel;
    private final long size;
    private final CharsetDecoder decoder;
    private final CharBuffer decoded = CharBuffer.allocate(1 << 13);
    private final byte[] window;
    private long base;
    private int length;
    private long checked;

    private XmlBytes(Path file, XmlEncoding encoding, @Nullable FileChannel channel, byte[] window, long size) {
        this.file = file;
        this.encoding = encoding;
        this.channel = channel;
        this.window = window;
        this.size = size;
        checked = encoding.markLength();
        decoder = encoding.charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /** @throws MetsException if it declares an encoding that Java doesn't know, or in which ASCII bytes may be something else */
    static XmlBytes open(Path file, XmlEncoding encoding) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return new XmlBytes(file, encoding, channel, new byte[WINDOW], channel.size());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** A text in memory, as UTF-8. */
    static XmlBytes of(String text, Path file) {
        return of(text.getBytes(StandardCharsets.UTF_8), XmlEncoding.UTF_8, file);
    }

    /** Bytes in memory that have been decoded before. */
    static XmlBytes of(byte[] bytes, XmlEncoding encoding, Path file) {
        var whole = new XmlBytes(file, encoding, null, bytes, bytes.length);
        whole.length = bytes.length;
        whole.checked = bytes.length;
        return whole;
    }

    XmlEncoding encoding() {
        return encoding;
    }

    /** The first byte behind a byte order mark. */
    long start() {
        return encoding.markLength();
    }

    long size() {
        return size;
    }

    /** @param place from 0 to below {@link #size} */
    byte at(long place) {
        long index = place - base;
        if (index < 0 || index >= length) {
            load(place);
            index = place - base;
        }
        return window[(int) index];
    }

    /** The next place of an ASCII character; -1: there is none. */
    long find(char wanted, long from) {
        byte sought = (byte) wanted;
        for (long place = from; place < size; place = base + length) {
            at(place);
            for (int i = (int) (place - base); i < length; i++) {
                if (window[i] == sought) {
                    return base + i;
                }
            }
        }
        return -1;
    }

    /** Whether an ASCII text stands at a place. */
    boolean startsWith(String text, long place) {
        if (place + text.length() > size) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (at(place + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean hasLineEnd(long from, long to) {
        long lineEnd = from < to ? find('\n', from) : -1;
        return lineEnd >= 0 && lineEnd < to;
    }

    boolean isBlank(long place) {
        byte b = at(place);
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    String text(long from, long to) {
        return new String(bytes(from, to), encoding.charset());
    }

    /** A hash of the bytes of a short name. */
    int hash(long from, long to) {
        int hash = 0;
        for (long place = from; place < to; place++) {
            hash = 31 * hash + at(place);
        }
        return hash;
    }

    private byte[] bytes(long from, long to) {
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        if (from >= base && to <= base + length) {
            System.arraycopy(window, (int) (from - base), bytes, 0, bytes.length);
        } else {
            read(from, ByteBuffer.wrap(bytes));
        }
        return bytes;
    }

    /** Copies a part as it is. */
    void copyTo(XmlOutput out, long from, long to) throws IOException {
        if (channel == null) {
            out.write(ByteBuffer.wrap(window, (int) from, (int) (to - from)));
        } else {
            out.copy(channel, from, to);
        }
    }

    private void load(long place) {
        if (place < 0 || place >= size || channel == null) {
            throw new IndexOutOfBoundsException("Expected a place in " + size + " bytes, but got " + place + ".");
        }
        base = Math.max(0, place - LOOK_BACK);
        length = (int) Math.min(window.length, size - base);
        read(base, ByteBuffer.wrap(window, 0, length));
        if (base <= checked && checked < base + length) {
            check();
        }
    }

    private void read(long from, ByteBuffer buffer) {
        try {
            long place = from;
            while (buffer.hasRemaining() && channel != null) {
                int read = channel.read(buffer, place);
                if (read < 0) {
                    throw new EOFException(file + " is shorter than it was.");
                }
                place += read;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check() {
        int from = (int) (checked - base);
        ByteBuffer fresh = ByteBuffer.wrap(window, from, length - from);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            decoded.clear();
            result = decoder.decode(fresh, decoded, base + length == size);
        }
        if (result.isError()) {
            throw encoding.broken(file, null);
        }
        checked = base + fresh.position();
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
