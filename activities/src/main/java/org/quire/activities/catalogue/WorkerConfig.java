package org.quire.activities.catalogue;

import java.util.List;
import java.util.Map;

/**
 * What the operator wants of this machine's processors.
 *
 * @param defaults for processors that are not named
 * @param processors settings by processor name, the defaults already worked in
 * @param servers Processor Servers by processor name
 * @param only whether none but the named processors are hosted
 * @param ignored parts of the file that Quire has no use for, a sentence each
 */
public record WorkerConfig(
        ProcessorSettings defaults,
        Map<String, ProcessorSettings> processors,
        Map<String, ServerSettings> servers,
        boolean only,
        List<String> ignored) {

    public WorkerConfig {
        processors = Map.copyOf(processors);
        servers = Map.copyOf(servers);
        ignored = List.copyOf(ignored);
    }

    /** Without Processor Servers. */
    public WorkerConfig(
            ProcessorSettings defaults, Map<String, ProcessorSettings> processors, boolean only, List<String> ignored) {
        this(defaults, processors, Map.of(), only, ignored);
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
