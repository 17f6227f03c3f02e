package org.quire.mets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells one state of a file from another.
 *
 * @param key device and inode where the file system has them
 */
public record FileStamp(
        Instant modified, long size, @Nullable Object key) {

    /** The state of a file that is there. */
    public static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(attributes.lastModifiedTime().toInstant(), attributes.size(), attributes.fileKey());
    }

    /** The state of a file; null: there is none. */
    static @Nullable FileStamp ofAny(Path file) throws IOException {
        try {
            return of(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
