package org.quire.activities.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quire.activities.catalogue.LocatedYaml.Key;
import org.quire.activities.catalogue.LocatedYaml.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the worker configuration: Quire's own keys, or the {@code hosts} part of an OCR-D {@code processing_server_config.yaml}.
 * Nothing in the file is passed over in silence: what isn't used is either an error or reported as ignored.
 */
public final class WorkerConfigReader {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerConfigReader.class);

    private static final List<String> ROOT_KEYS = List.of("defaults", "processors", "only", "hosts");
    private static final List<String> DEFAULTS_KEYS = List.of("instances", "timeout", "mode", "environment");
    private static final List<String> PROCESSOR_KEYS =
            List.of("instances", "timeout", "mode", "environment", "executable");
    private static final Map<String, ProcessorMode> MODES = modes();

    private final Path file;
    private final ProcessorSettings standard;
    private final ConfigValues values;

    private WorkerConfigReader(Path file, ProcessorSettings standard) {
        this.file = file;
        this.standard = standard;
        this.values = new ConfigValues(file);
    }

    /**
     * @param standard what holds where the file says nothing
     * @throws WorkerConfigException naming the line, if anything in the file is not understood
     */
    public static WorkerConfig read(Path file, ProcessorSettings standard) {
        WorkerConfig config = LocatedYaml.read(file)
                .map(root -> new WorkerConfigReader(file, standard).config(root))
                .orElseGet(() -> WorkerConfig.ofDefaults(standard));
        config.ignored().forEach(part -> LOG.warn("{}: ignored {}", file, part));
        return config;
    }

    private WorkerConfig config(Node root) {
        var allowed = new ArrayList<>(ROOT_KEYS);
        allowed.addAll(OcrdHosts.IGNORED_ROOT_KEYS);
        Map<String, Node> keys = values.keys(root, "the worker configuration", allowed);
        Node defaultsNode = keys.get("defaults");
        ProcessorSettings defaults =
                defaultsNode == null ? standard : settings(defaultsNode, "defaults", standard, DEFAULTS_KEYS);
        Map<String, ProcessorSettings> processors = processors(keys.get("processors"), defaults);
        List<String> ignored = new ArrayList<>();
        var ocrd = new OcrdHosts(values, ignored);
        ocrd.noteRootKeys(keys);
        Node hosts = keys.get("hosts");
        if (hosts != null) {
            ocrd.addWorkers(hosts, defaults, processors);
        }
        // An OCR-D file lists what is to be deployed, so it means "these and no others".
        Node only = keys.get("only");
        return new WorkerConfig(
                defaults, processors, only == null ? hosts != null : values.flag(only, "only"), ignored);
    }

    private Map<String, ProcessorSettings> processors(@Nullable Node node, ProcessorSettings defaults) {
        Map<String, ProcessorSettings> processors = new LinkedHashMap<>();
        if (node != null) {
            values.mapping(node, "processors").forEach((key, value) -> {
                checkName(key);
                processors.put(key.name(), settings(value, key.name(), defaults, PROCESSOR_KEYS));
            });
        }
        return processors;
    }

    private void checkName(Key key) {
        if (!key.name().startsWith("ocrd-")) {
            throw values.fault(
                    key.place(), "Expected a processor's name (ocrd-…) but found '%s'".formatted(key.name()));
        }
    }

    private ProcessorSettings settings(Node node, String what, ProcessorSettings base, List<String> allowed) {
        Map<String, Node> keys = values.keys(node, what, allowed);
        Node instances = keys.get("instances");
        Node timeout = keys.get("timeout");
        Node mode = keys.get("mode");
        Node executable = keys.get("executable");
        return new ProcessorSettings(
                instances == null ? base.instances() : values.count(instances, "instances"),
                timeout == null ? base.timeout() : values.duration(timeout, "timeout"),
                mode == null ? base.mode() : values.oneOf(mode, "mode", MODES),
                environment(keys.get("environment"), base.environment()),
                executable == null ? null : besideConfig(values.text(executable, "executable")));
    }

    private Map<String, String> environment(@Nullable Node node, Map<String, String> base) {
        Map<String, String> environment = new HashMap<>(base);
        if (node != null) {
            values.mapping(node, "environment")
                    .forEach((key, value) ->
                            environment.put(key.name(), values.text(value, "the variable " + key.name())));
        }
        return environment;
    }

    /** A relative path counts from the configuration's folder, so that the two can be moved together. */
    private Path besideConfig(String path) {
        return file.toAbsolutePath().resolveSibling(path).normalize();
    }

    private static Map<String, ProcessorMode> modes() {
        Map<String, ProcessorMode> modes = new LinkedHashMap<>();
        modes.put("auto", ProcessorMode.AUTO);
        modes.put("warm", ProcessorMode.WARM);
        modes.put("cold", ProcessorMode.COLD);
        return modes;
    }
}
