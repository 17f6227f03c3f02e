package org.quire.systemtests.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A disk that is full for one process: the kernel writes its files up to a size and no further ({@code RLIMIT_FSIZE}). That fails
 * real calls in the middle of a file as a full disk does, needs no rights and no file system of its own, and holds in any container,
 * for root too. Other than on a full disk, what takes no writing still works: to make a folder, to rename.
 */
final class FileSizeLimit implements AutoCloseable {

    /** What a write beyond it fails with. */
    static final String FAILURE = "File too large";

    private final List<Service> services;

    private FileSizeLimit(List<Service> services) {
        this.services = services;
    }

    /** @param bytes the largest size of a file */
    static FileSizeLimit on(List<Service> services, long bytes) {
        var limit = new FileSizeLimit(List.copyOf(services));
        limit.set(Long.toString(bytes));
        return limit;
    }

    /** One that has been started again meanwhile has no limit, and one that has ended needs none taken off. */
    @Override
    public void close() {
        set("unlimited");
    }

    private void set(String bytes) {
        for (Service service : services) {
            try {
                int code = new ProcessBuilder(
                                "prlimit", "--pid", Long.toString(service.pid()), "--fsize=" + bytes + ":")
                        .inheritIO()
                        .start()
                        .waitFor();
                if (code != 0 && service.isAlive()) {
                    throw new IllegalStateException("Expected prlimit to work, but it ended with " + code + ".");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
