package org.quire.mets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells one state of a file from another.
 *
 * @param key device and inode where the file system has them
 */
record FileStamp(Instant modified, long size, @Nullable Object key) {

    static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(attributes.lastModifiedTime().toInstant(), attributes.size(), attributes.fileKey());
    }
}
