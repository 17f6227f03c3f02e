package org.quire.activities.warm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quire.activities.sandbox.FileTrees;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Python side of a warm processor, as a file that an interpreter can read. */
final class WarmScript {

    private static final Logger LOG = LoggerFactory.getLogger(WarmScript.class);
    private static final String NAME = "warm_processor.py";

    /** The process id of the JVM follows. */
    private static final String PREFIX = "quire-warm-";

    private static final Pattern OURS = Pattern.compile(PREFIX + "(\\d+)-.*");

    private WarmScript() {}

    /**
     * Writes it to a new folder of its own, which nobody else can write to; it goes when this JVM ends. Folders of JVMs that were killed go
     * now.
     */
    static Path extract() {
        removeLeftovers();
        try (InputStream in = Objects.requireNonNull(WarmScript.class.getResourceAsStream(NAME))) {
            Path folder =
                    Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
            Path script = folder.resolve(NAME);
            Files.copy(in, script);
            folder.toFile().deleteOnExit();
            script.toFile().deleteOnExit();
            return script;
        } catch (IOException e) {
            throw new UncheckedIOException("Could not write " + NAME + " to the folder for temporary files.", e);
        }
    }

    private static void removeLeftovers() {
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), PREFIX + "*")) {
            for (Path folder : folders) {
                Matcher name = OURS.matcher(folder.getFileName().toString());
                if (name.matches() && !isAlive(name.group(1))) {
                    FileTrees.delete(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("What killed worker hosts left in the folder for temporary files stays there: {}", e.toString());
        }
    }

    private static boolean isAlive(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
    }
}
