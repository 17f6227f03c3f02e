package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finds out whether a processor can be kept alive between jobs, by trying. */
@FunctionalInterface
public interface WarmProbe {

    /**
     * @param environment variables added to those of the worker host
     * @return the description that it gave of itself once it was alive; empty if it is not of the kind that can be kept alive
     * @throws RuntimeException if that could not be found out this time
     */
    Optional<ObjectNode> warmTool(Path executable, Map<String, String> environment);
}
