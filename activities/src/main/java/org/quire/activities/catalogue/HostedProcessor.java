package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A processor that this machine can run or hand out.
 *
 * @param name the executable's name, {@code ocrd-…}
 * @param executable absolute; null: it is run outside and no path is configured
 * @param tool its entry of {@code ocrd-tool.json}, verbatim
 * @param warm whether its jobs go to a process that is kept alive
 */
public record HostedProcessor(
        String name, @Nullable Path executable, ObjectNode tool, ProcessorSettings settings, boolean warm) {

    public boolean isExternal() {
        return settings.mode() == ProcessorMode.EXTERNAL;
    }
}
