package org.quire.systemtests.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A file system of its own, in memory, that can be filled to the last byte. Needs the right to mount. */
public final class SmallDisk implements AutoCloseable {

    private static final String SIZE = "1m";

    private final Path folder;
    private final Path filler;

    private SmallDisk(Path folder) {
        this.folder = folder;
        this.filler = folder.resolve("filler");
    }

    /** @return empty: this user may not mount */
    public static Optional<SmallDisk> mount(Path folder) {
        try {
            Files.createDirectories(folder);
            return run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "quire-test", folder.toString())
                    ? Optional.of(new SmallDisk(folder))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves no room for a single byte more. */
    public void fill() {
        byte[] block = new byte[512];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // Full, as wanted.
        }
    }

    public void makeRoom() {
        try {
            Files.delete(filler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // Lazily: a process may still have a file open there.
        run("umount", "--lazy", folder.toString());
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(List.of(command))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
