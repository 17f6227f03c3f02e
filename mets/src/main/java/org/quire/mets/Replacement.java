package org.quire.mets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Objects;

/** A new content for a file, on disk beside it until it takes its place at one stroke. Closing removes it if it hasn't. */
final class Replacement implements AutoCloseable {

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
        Replacement replacement = new Replacement(file, Files.createTempFile(folder, ".mets-", ".tmp"));
        try {
            replacement.fill(content);
            return replacement;
        } catch (IOException | RuntimeException e) {
            replacement.close();
            throw e;
        }
    }

    void rename() throws IOException {
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(Objects.requireNonNull(file.getParent()), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // Some file systems can't sync a folder. The new content is in place, and it is whole.
            return;
        }
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
