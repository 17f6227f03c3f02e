package org.quire.mets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Keeps other threads and other processes of Quire from writing one METS. The lock file stays: deleting it would race. */
public final class MetsLock implements AutoCloseable {

    /** File locks are held by the whole JVM, so its threads need locks of their own; two files may share one. */
    private static final ReentrantLock[] THREADS =
            Stream.generate(ReentrantLock::new).limit(64).toArray(ReentrantLock[]::new);

    private final Path real;
    private final ReentrantLock thread;
    private final FileChannel channel;

    private MetsLock(Path real, ReentrantLock thread, FileChannel channel) {
        this.real = real;
        this.thread = thread;
        this.channel = channel;
    }

    /**
     * Waits for the lock. A thread that has it must not ask for it again.
     *
     * @param real the real path of the METS: other spellings would be other locks
     */
    public static MetsLock acquire(Path real) throws IOException {
        ReentrantLock thread = THREADS[Math.floorMod(real.hashCode(), THREADS.length)];
        thread.lock();
        FileChannel channel = null;
        try {
            Path file = real.resolveSibling("." + Objects.requireNonNull(real.getFileName()) + ".lock");
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            return new MetsLock(real, thread, channel);
        } catch (IOException | RuntimeException e) {
            thread.unlock();
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    Path real() {
        return real;
    }

    /** Closing the channel ends its lock. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            thread.unlock();
        }
    }
}
