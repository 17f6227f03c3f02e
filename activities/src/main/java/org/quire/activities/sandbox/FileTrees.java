package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Walks over folders that may hold symlinks, following none. */
public final class FileTrees {

    private static final int DELETE_TRIES = 5;

    private FileTrees() {}

    /** All regular files below the folder; none if it is no folder. */
    static List<Path> regularFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    /** Deletes the folder with all in it. Tries again if somebody who is just dying still puts files there. */
    public static void delete(Path folder) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.walkFileTree(folder, new Deletion());
                return;
            } catch (NoSuchFileException e) {
                return;
            } catch (DirectoryNotEmptyException e) {
                if (attempt == DELETE_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
