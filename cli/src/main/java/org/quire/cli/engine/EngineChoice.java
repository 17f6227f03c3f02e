package org.quire.cli.engine;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which engine to use: a configured address before a binary, a binary before the one inside this process. */
public sealed interface EngineChoice {

    /** A server that somebody else runs, {@code HOST:PORT}. */
    record Address(String target) implements EngineChoice {

        public Address {
            if (!target.matches("[^\\s:/]+:\\d{1,5}|\\[[0-9A-Fa-f:]+]:\\d{1,5}")) {
                throw new EngineException(
                        "Expected the address of a Temporal server as HOST:PORT, but got '" + target + "'.");
            }
        }
    }

    /**
     * A {@code temporal} executable, started as a child.
     *
     * @param folder where its database and log lie; one server at a time may use it
     */
    record Binary(Path executable, Path folder) implements EngineChoice {}

    /** Temporal's test server: its runs live as long as this process. */
    record InProcess() implements EngineChoice {}

    /**
     * @param address HOST:PORT; null or empty: none is configured
     * @param binary a {@code temporal} executable; null or empty: the one on {@code searchPath}, if any
     * @param folder of a child's database
     * @param searchPath folders as in {@code PATH}
     */
    static EngineChoice of(@Nullable String address, @Nullable Path binary, Path folder, String searchPath) {
        if (address != null && !address.isBlank()) {
            return new Address(address.strip());
        }
        if (binary != null && !binary.toString().isEmpty()) {
            if (!Files.isExecutable(binary)) {
                throw new EngineException("Expected the executable of a Temporal server, but " + binary + " is none.");
            }
            return new Binary(binary.toAbsolutePath(), folder);
        }
        return onPath(searchPath)
                .<EngineChoice>map(found -> new Binary(found, folder))
                .orElseGet(InProcess::new);
    }

    private static Optional<Path> onPath(String searchPath) {
        for (String entry : searchPath.split(File.pathSeparator)) {
            Path candidate = Path.of(entry).resolve("temporal").toAbsolutePath();
            if (!entry.isEmpty() && Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
