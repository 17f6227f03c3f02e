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

    /**
     * One that has been started again meanwhile has no limit, and one that has ended needs none taken off. Children have inherited it;
     * those that begin when it is off their parents have none.
     */
    @Override
    public void close() {
        set("unlimited");
        services.stream()
                .flatMap(service -> ProcessHandle.of(service.pid()).stream())
                .flatMap(ProcessHandle::descendants)
                .forEach(child -> set(child.pid(), "unlimited"));
    }

    private void set(String bytes) {
        for (Service service : services) {
            if (!set(service.pid(), bytes) && service.isAlive()) {
                throw new IllegalStateException("Expected prlimit to work, but it did not.");
            }
        }
    }

    private static boolean set(long pid, String bytes) {
        try {
            return new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--fsize=" + bytes + ":")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
