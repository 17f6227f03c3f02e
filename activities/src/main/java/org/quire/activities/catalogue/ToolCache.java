package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.engine.QuireData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers what executables said of themselves, one JSON file each; an entry holds as long as the executable's size and time of
 * change are the same. Losing it costs time only, so faults of the disk are logged and no more.
 */
final class ToolCache {

    /** A broken installation may be mended without a change of the executable, so a refusal is believed for a while only. */
    static final Duration REFUSAL_HOLDS = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(ToolCache.class);
    private static final int FORMAT = 1;

    private final Path folder;

    ToolCache(Path folder) {
        this.folder = folder;
    }

    /**
     * What is known of one executable.
     *
     * @param stamp tells whether the executable is still the same
     * @param tool its description; null if it refused
     * @param refusal why it gave none
     * @param warm whether it can run warm; null if not tried
     */
    record Entry(
            String path,
            String stamp,
            Instant learned,
            @Nullable ObjectNode tool,
            @Nullable String refusal,
            @Nullable Boolean warm) {

        Entry withWarm(boolean canRunWarm) {
            return new Entry(path, stamp, learned, tool, refusal, canRunWarm);
        }
    }

    Optional<Entry> find(Path executable, String stamp, Instant now) {
        Path file = fileOf(executable);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(QuireData.mapper().readValue(file.toFile(), Entry.class))
                    .filter(entry -> entry.path().equals(executable.toString())
                            && entry.stamp().equals(stamp)
                            && (entry.tool() != null
                                    || entry.learned().plus(REFUSAL_HOLDS).isAfter(now)));
        } catch (IOException e) {
            LOG.debug("{} is not readable and will be written anew", file, e);
            return Optional.empty();
        }
    }

    void keep(Path executable, Entry entry) {
        Path file = fileOf(executable);
        Path written = folder.resolve(file.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            Files.createDirectories(folder);
            QuireData.mapper().writeValue(written.toFile(), entry);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("{} could not be written, so the next start asks {} again: {}", file, executable, e.toString());
        }
    }

    /** What an answer depends on: the file's size and time of change, and the variables it is run with. */
    static String stamp(Path executable, Map<String, String> environment) throws IOException {
        var attributes = Files.readAttributes(executable, BasicFileAttributes.class);
        return "%d-%d-%s-%08x"
                .formatted(
                        FORMAT,
                        attributes.size(),
                        attributes.lastModifiedTime().toInstant(),
                        new TreeMap<>(environment).toString().hashCode());
    }

    Path fileOf(Path executable) {
        UUID path = UUID.nameUUIDFromBytes(executable.toString().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(executable.getFileName() + "-" + path + ".json");
    }
}
