package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.quire.activities.catalogue.ToolAnswer.Described;
import org.quire.activities.catalogue.ToolAnswer.Refused;
import org.quire.workflows.engine.QuireData;

/** Reads a processor's description from an {@code ocrd-tool.json}: one entry, or a whole file with {@code tools}. */
public final class ToolFile {

    private ToolFile() {}

    /** @throws IOException if the file can't be read or does not describe the processor */
    public static ObjectNode describe(Path file, String processor) throws IOException {
        return switch (read(file, processor)) {
            case Described described -> described.tool();
            case Refused refused -> throw new IOException(refused.reason());
        };
    }

    static ToolAnswer read(Path file, String processor) {
        try {
            JsonNode json = QuireData.mapper().readTree(file.toFile());
            JsonNode entry = json.path("tools").isObject() ? json.path("tools").path(processor) : json;
            if (entry instanceof ObjectNode tool
                    && processor.equals(tool.path("executable").asText(processor))) {
                return new Described(tool);
            }
            return new Refused(file + " has no description of " + processor, true);
        } catch (IOException e) {
            return new Refused(file + " can't be read: " + e.getMessage(), false);
        }
    }
}
