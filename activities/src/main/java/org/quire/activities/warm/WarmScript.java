package org.quire.activities.warm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The Python side of a warm processor, as a file that an interpreter can read. */
final class WarmScript {

    private static final String NAME = "warm_processor.py";

    private WarmScript() {}

    /** Writes it to a new folder of its own, which nobody else can write to; it goes when this JVM ends. */
    static Path extract() {
        try (InputStream in = Objects.requireNonNull(WarmScript.class.getResourceAsStream(NAME))) {
            Path folder = Files.createTempDirectory("quire-warm");
            Path script = folder.resolve(NAME);
            Files.copy(in, script);
            folder.toFile().deleteOnExit();
            script.toFile().deleteOnExit();
            return script;
        } catch (IOException e) {
            throw new UncheckedIOException("Could not write " + NAME + " to the folder for temporary files.", e);
        }
    }
}
