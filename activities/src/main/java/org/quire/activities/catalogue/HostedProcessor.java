package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;

/**
 * A processor that this machine can run.
 *
 * @param name the executable's name, {@code ocrd-…}
 * @param executable absolute
 * @param tool what it answers to {@code --dump-json}, verbatim
 * @param warm whether its jobs go to a process that is kept alive
 */
public record HostedProcessor(
        String name, Path executable, ObjectNode tool, ProcessorSettings settings, boolean warm) {}
