package org.quire.mets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A new content for a file, on disk beside it until it takes its place at one stroke. Closing removes it if it hasn't. */
final class Replacement implements AutoCloseable {

    private static final String SUFFIX = ".tmp";

    /** Writes the new content. */
    @FunctionalInterface
    interface Content {

        void writeTo(FileChannel channel) throws IOException;
    }

    private final Path file;
    private final Path temporary;

    private Replacement(Path file, Path temporary) {
        this.file = file;
        this.temporary = temporary;
    }

    static Replacement write(Path file, Content content) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Replacement replacement = new Replacement(file, Files.createTempFile(folder, prefix(file), SUFFIX));
        try {
            replacement.fill(content);
            return replacement;
        } catch (IOException | RuntimeException e) {
            replacement.close();
            throw e;
        }
    }

    /** The state that the file will have once it is replaced. */
    FileStamp stamp() throws IOException {
        return FileStamp.of(temporary);
    }

    /** Removes what writers left beside the file that were killed before they were done. The caller holds the file's lock. */
    static void removeLeftovers(Path file) throws IOException {
        for (String leftover : leftovers(file)) {
            Files.deleteIfExists(file.resolveSibling(leftover));
        }
    }

    /** Their names. The caller holds the file's lock. */
    static List<String> leftovers(Path file) throws IOException {
        String prefix = prefix(file);
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(
                Objects.requireNonNull(file.getParent()),
                entry -> isLeftover(entry.getFileName().toString(), prefix))) {
            leftovers.forEach(leftover -> names.add(leftover.getFileName().toString()));
        }
        return names;
    }

    private static boolean isLeftover(String name, String prefix) {
        return name.startsWith(prefix) && name.endsWith(SUFFIX);
    }

    private static String prefix(Path file) {
        return "." + Objects.requireNonNull(file.getFileName()) + "-";
    }

    void rename() throws IOException {
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Folders.sync(Objects.requireNonNull(file.getParent()));
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(temporary);
    }

    private void fill(Content content) throws IOException {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            content.writeTo(channel);
            copyPermissions();
            channel.force(true);
        }
    }

    private void copyPermissions() throws IOException {
        if (Files.getFileAttributeView(file, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(file));
        }
    }
}
