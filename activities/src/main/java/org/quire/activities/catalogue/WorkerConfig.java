package org.quire.activities.catalogue;

import java.util.List;
import java.util.Map;

/**
 * What the operator wants of this machine's processors.
 *
 * @param defaults for processors that are not named
 * @param processors settings by processor name, the defaults already worked in
 * @param only whether none but the named processors are hosted
 * @param ignored parts of the file that Quire has no use for, a sentence each
 */
public record WorkerConfig(
        ProcessorSettings defaults, Map<String, ProcessorSettings> processors, boolean only, List<String> ignored) {

    public WorkerConfig {
        processors = Map.copyOf(processors);
        ignored = List.copyOf(ignored);
    }

    /** Every processor that is found, with the same settings. */
    public static WorkerConfig ofDefaults(ProcessorSettings defaults) {
        return new WorkerConfig(defaults, Map.of(), false, List.of());
    }

    public ProcessorSettings settingsOf(String processor) {
        return processors.getOrDefault(processor, defaults);
    }

    public boolean hosts(String processor) {
        return !only || processors.containsKey(processor);
    }
}
