package org.quire.activities.catalogue;

import java.nio.file.Path;
import java.util.Map;

/** Finds out whether a processor can be kept alive between jobs, by trying. */
@FunctionalInterface
public interface WarmProbe {

    /**
     * @param environment variables added to those of the worker host
     * @return false if the processor is not of the kind that can be kept alive
     * @throws RuntimeException if that could not be found out this time
     */
    boolean canRunWarm(Path executable, Map<String, String> environment);
}
