package org.quire.activities.catalogue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one processor is to be run.
 *
 * @param instances how many jobs at once, at least 1
 * @param timeout longest time that one attempt may take, positive
 * @param environment variables added to those of the worker host
 * @param executable the file to run; null: looked for by name
 * @param tool a file with its tool description, for a processor that is run outside; null: the executable is asked
 */
public record ProcessorSettings(
        int instances,
        Duration timeout,
        ProcessorMode mode,
        Map<String, String> environment,
        @Nullable Path executable,
        @Nullable Path tool) {

    public ProcessorSettings {
        if (instances < 1) {
            throw new IllegalArgumentException("Expected at least 1 instance but got " + instances);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("Expected a positive timeout but got " + timeout);
        }
        environment = Map.copyOf(environment);
    }

    /** Settings without a tool description of their own. */
    public ProcessorSettings(
            int instances,
            Duration timeout,
            ProcessorMode mode,
            Map<String, String> environment,
            @Nullable Path executable) {
        this(instances, timeout, mode, environment, executable, null);
    }

    /** What holds when nobody says otherwise. */
    public static ProcessorSettings standard(Duration timeout) {
        return new ProcessorSettings(1, timeout, ProcessorMode.AUTO, Map.of(), null);
    }

    public ProcessorSettings withInstances(int number) {
        return new ProcessorSettings(number, timeout, mode, environment, executable, tool);
    }
}
