package org.quire.mets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The additions to one METS that are acknowledged and not yet in the file: {@code .mets.xml.journal} beside it, to be appended to and
 * deleted under the METS's {@link MetsLock} only.
 *
 * <p>What counts is its longest whole beginning: a line that a crash tore was not acknowledged, and nothing behind it was. Merging the
 * same journal twice changes nothing, so it is deleted after the merge.
 */
public final class MetsJournal {

    private static final String MARK = "QUIREMETS";
    private static final String VERSION = "1";
    private static final int GENERATION = 16;
    private static final int HEADER = MARK.length() + VERSION.length() + GENERATION + 2;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path file;

    private MetsJournal(Path file) {
        this.file = file;
    }

    /** @param realMets the real path of the METS */
    public static MetsJournal of(Path realMets) {
        return new MetsJournal(
                realMets.resolveSibling("." + Objects.requireNonNull(realMets.getFileName()) + ".journal"));
    }

    /**
     * How far somebody has read.
     *
     * @param generation names one journal from its making to its deletion; empty: there is none
     * @param offset bytes from its beginning
     */
    public record Position(String generation, long offset) {

        public static final Position START = new Position("", 0);
    }

    /** What stands behind a position, and where it ends. */
    public record Tail(List<MetsAddition> additions, Position end) {

        private static final Tail NONE = new Tail(List.of(), Position.START);
    }

    /** An addition that is in the journal, but durable only once {@link #force} has returned. The lock isn't needed for that. */
    public static final class Appended implements AutoCloseable {

        private final FileChannel channel;
        private final Position end;

        private Appended(FileChannel channel, Position end) {
            this.channel = channel;
            this.end = end;
        }

        public Position end() {
            return end;
        }

        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** The name of its file. */
    String name() {
        return Objects.requireNonNull(file.getFileName()).toString();
    }

    public boolean exists() {
        return Files.exists(file);
    }

    /** All that it has; empty if there is none. */
    List<MetsAddition> pending() throws IOException {
        return readAfter(Position.START).additions();
    }

    /** All that it has, for a merge. Who adds a file here writes its content afterwards, so that an older checksum no longer holds. */
    List<MetsAddition> toMerge() throws IOException {
        return pending().stream()
                .map(addition -> new MetsAddition(
                        addition.files().stream()
                                .map(file -> file.withFixity(Fixity.UNKNOWN))
                                .toList(),
                        addition.agents()))
                .toList();
    }

    @Nullable
    FileStamp stamp() throws IOException {
        return FileStamp.ofAny(file);
    }

    /**
     * What has been appended since, or all of another journal that has taken the place of the one that was read.
     *
     * @throws MetsException if a newer version wrote it
     */
    public Tail readAfter(Position seen) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            String generation = generation(channel);
            if (generation.isEmpty()) {
                return Tail.NONE;
            }
            long from = generation.equals(seen.generation) ? seen.offset : HEADER;
            return parse(read(channel, from, channel.size() - from), generation, from);
        } catch (NoSuchFileException e) {
            return Tail.NONE;
        }
    }

    /**
     * Appends, over what a crash may have torn.
     *
     * @param end where the journal ends, as {@link #readAfter} has said since the lock was taken
     */
    public Appended append(Position end, MetsAddition addition) throws IOException {
        StringBuilder lines = new StringBuilder();
        addition.files().forEach(added -> lines.append(JournalLine.of(added)));
        addition.agents().forEach(added -> lines.append(JournalLine.of(added)));
        return end.generation.isEmpty() ? begin(lines.toString()) : write(end, lines.toString());
    }

    private Appended begin(String lines) throws IOException {
        byte[] random = new byte[GENERATION / 2];
        RANDOM.nextBytes(random);
        String generation = HexFormat.of().formatHex(random);
        Appended begun = write(new Position(generation, 0), MARK + VERSION + " " + generation + "\n" + lines);
        Folders.sync(Objects.requireNonNull(file.getParent()));
        return begun;
    }

    private Appended write(Position from, String text) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.truncate(from.offset);
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            long place = from.offset;
            while (bytes.hasRemaining()) {
                place += channel.write(bytes, place);
            }
            return new Appended(channel, new Position(from.generation, place));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** For one who has merged it. */
    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Empty if its first line was never wholly written. */
    private String generation(FileChannel channel) throws IOException {
        String header = new String(read(channel, 0, HEADER), StandardCharsets.US_ASCII);
        if (header.length() < HEADER || !header.startsWith(MARK) || !header.endsWith("\n")) {
            return "";
        }
        if (!header.startsWith(VERSION + " ", MARK.length())) {
            throw new MetsException("Expected a journal of version " + VERSION + " in " + file
                    + ", but a newer Quire wrote it. Let that one save the METS.");
        }
        return header.substring(HEADER - 1 - GENERATION, HEADER - 1);
    }

    private static byte[] read(FileChannel channel, long from, long length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Math.max(0, length)));
        long place = from;
        while (bytes.hasRemaining()) {
            int count = channel.read(bytes, place);
            if (count < 0) {
                break;
            }
            place += count;
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static Tail parse(byte[] bytes, String generation, long from) {
        List<MetsAddition> additions = new ArrayList<>();
        int whole = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                MetsAddition addition = JournalLine.parse(Arrays.copyOfRange(bytes, whole, i));
                if (addition == null) {
                    break;
                }
                additions.add(addition);
                whole = i + 1;
            }
        }
        return new Tail(additions, new Position(generation, from + whole));
    }
}
