package org.quire.activities.process;

import java.nio.file.Path;
import java.util.Map;

/**
 * How one processor is run on this machine.
 *
 * @param name the executable's name, {@code ocrd-…}
 * @param executable absolute
 * @param environment variables added to those of this process
 * @param instances how many warm processes may live at once, at least 1
 */
public record ProcessorSetup(String name, Path executable, Map<String, String> environment, int instances) {

    public ProcessorSetup {
        if (instances < 1) {
            throw new IllegalArgumentException("Expected at least 1 instance of " + name + " but got " + instances);
        }
        environment = Map.copyOf(environment);
    }

    /** A builder with the environment that the processor is to see. */
    public ProcessBuilder command(String... command) {
        var builder = new ProcessBuilder(command);
        // ocrd imports GitPython, which refuses to be imported where no git is installed.
        builder.environment().putIfAbsent("GIT_PYTHON_REFRESH", "quiet");
        builder.environment().putAll(environment);
        return builder;
    }
}
