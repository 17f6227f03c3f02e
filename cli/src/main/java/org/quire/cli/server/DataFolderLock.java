package org.quire.cli.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.quire.cli.engine.EngineException;

/** One process at a time owns a data folder, because its engine's database has room for one. The system frees it with the process. */
final class DataFolderLock implements AutoCloseable {

    private static final String FILE = "quire.lock";

    private final FileChannel channel;

    private DataFolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws EngineException if another process has it */
    static DataFolderLock take(Path folder) {
        Path file = folder.resolve(FILE);
        @Nullable FileChannel channel = null;
        try {
            Files.createDirectories(folder);
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                throw taken(folder, channel);
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return new DataFolderLock(channel);
        } catch (OverlappingFileLockException e) {
            throw taken(folder, channel);
        } catch (IOException e) {
            throw new EngineException("The data folder " + folder + " can't be used: " + e.getMessage(), e);
        }
    }

    private static EngineException taken(Path folder, @Nullable FileChannel channel) {
        String owner = "";
        if (channel != null) {
            try (channel) {
                ByteBuffer bytes = ByteBuffer.allocate(32);
                channel.read(bytes, 0);
                owner = " (process " + StandardCharsets.UTF_8.decode(bytes.flip()) + ")";
            } catch (IOException e) {
                owner = "";
            }
        }
        return new EngineException("Another Quire" + owner + " uses the data folder " + folder
                + "; send your runs to it with --server, or give another --data-dir.");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new EngineException("The lock of the data folder could not be released: " + e.getMessage(), e);
        }
    }
}
