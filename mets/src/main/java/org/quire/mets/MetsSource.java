package org.quire.mets;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@code mets.xml} and what is to be merged into it. Unchanged parts are copied from file to file and never held in memory; only a
 * file in an encoding whose tags can't be found byte by byte (UTF-16 and the like) is read whole.
 */
final class MetsSource implements Closeable {

    private final XmlBytes text;
    private final Edits edits;

    /** Null: the bytes themselves are edited. */
    private final @Nullable XmlText whole;

    private MetsSource(XmlBytes text, Edits edits, @Nullable XmlText whole) {
        this.text = text;
        this.edits = edits;
        this.whole = whole;
    }

    /** @throws MetsException if the file can't be merged into */
    static MetsSource open(Path real, List<MetsAddition> additions) throws IOException {
        XmlEncoding encoding = XmlEncoding.of(real);
        XmlText whole = encoding.isAsciiBased() ? null : XmlText.decode(Files.readAllBytes(real), real);
        XmlBytes text = whole == null ? XmlBytes.open(real, encoding) : whole.bytes(real);
        try {
            return new MetsSource(text, MergePlan.edits(text, encoding.charset(), additions, real), whole);
        } catch (UncheckedIOException e) {
            text.close();
            throw e.getCause();
        } catch (RuntimeException e) {
            text.close();
            throw e;
        }
    }

    /** Whether the file has all additions already. */
    boolean hasAll() {
        return edits.changeNothing();
    }

    void writeMerged(FileChannel target) throws IOException {
        if (whole == null) {
            edits.writeTo(new XmlOutput(target));
            return;
        }
        ByteBuffer encoded = ByteBuffer.wrap(whole.encode(edits.text()));
        while (encoded.hasRemaining()) {
            target.write(encoded);
        }
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
