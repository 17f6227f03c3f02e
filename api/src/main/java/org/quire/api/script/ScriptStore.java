package org.quire.api.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.quire.workflows.engine.DataLayout;
import org.springframework.stereotype.Component;

/** The stored scripts, one text file each. A file appears whole or not at all. */
@Component
public class ScriptStore {

    private static final String SUFFIX = ".txt";

    private final Path folder;

    ScriptStore(DataLayout layout) {
        this.folder = layout.scripts();
    }

    /** What came of storing a script. */
    public sealed interface Stored {
        /** It is stored under this id. */
        record New(UUID id) implements Stored {}

        /** The same text is there already; nothing was written. */
        record Duplicate(UUID id) implements Stored {}
    }

    /** A client's id; empty if no script can have it. */
    public static Optional<UUID> id(String text) {
        try {
            return Optional.of(UUID.fromString(text)).filter(id -> id.toString().equalsIgnoreCase(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Stores a text that is not there yet. */
    public synchronized Stored add(String text) {
        Optional<UUID> same = findSame(text);
        if (same.isPresent()) {
            return new Stored.Duplicate(same.get());
        }
        UUID id = UUID.randomUUID();
        write(id, text);
        return new Stored.New(id);
    }

    /** @return whether there was a script of this id to replace */
    public synchronized boolean replace(UUID id, String text) {
        if (!Files.exists(file(id))) {
            return false;
        }
        write(id, text);
        return true;
    }

    public Optional<String> find(UUID id) {
        try {
            return Files.exists(file(id)) ? Optional.of(Files.readString(file(id))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<UUID> findSame(String text) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .filter(file -> hasContent(file, bytes))
                    .map(ScriptStore::idOf)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasContent(Path file, byte[] bytes) {
        try {
            return Files.size(file) == bytes.length && Arrays.equals(Files.readAllBytes(file), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UUID idOf(Path file) {
        String name = file.getFileName().toString();
        return UUID.fromString(name.substring(0, name.length() - SUFFIX.length()));
    }

    private Path file(UUID id) {
        return folder.resolve(id + SUFFIX);
    }

    private void write(UUID id, String text) {
        Path temporary = folder.resolve(id + ".tmp");
        try {
            Files.createDirectories(folder);
            Files.writeString(temporary, text);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(temporary, file(id), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
