package org.quire.mets;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/** Where an edited text goes: short pieces are gathered, long ones are copied by the operating system. */
final class XmlOutput {

    private static final int BUFFER = 1 << 16;

    private final WritableByteChannel target;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    XmlOutput(WritableByteChannel target) {
        this.target = target;
    }

    void write(ByteBuffer bytes) throws IOException {
        if (bytes.remaining() > buffer.remaining()) {
            flush();
        }
        if (bytes.remaining() > buffer.remaining()) {
            drain(bytes);
        } else {
            buffer.put(bytes);
        }
    }

    void copy(FileChannel source, long from, long to) throws IOException {
        long place = from;
        if (to - from > BUFFER / 2) {
            flush();
            while (place < to) {
                place += moved(source.transferTo(place, to - place, target));
            }
            return;
        }
        if (to - from > buffer.remaining()) {
            flush();
        }
        buffer.limit(buffer.position() + (int) (to - from));
        while (buffer.hasRemaining()) {
            place += moved(source.read(buffer, place));
        }
        buffer.limit(buffer.capacity());
    }

    void flush() throws IOException {
        buffer.flip();
        drain(buffer);
        buffer.clear();
    }

    private void drain(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            target.write(bytes);
        }
    }

    private static long moved(long bytes) throws IOException {
        if (bytes <= 0) {
            throw new EOFException("The file is shorter than it was.");
        }
        return bytes;
    }
}
