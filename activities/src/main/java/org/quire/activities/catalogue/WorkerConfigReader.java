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

    private static final List<String> ROOT_KEYS =
            List.of("defaults", "processors", "only", "hosts", OcrdHosts.DATABASE);
    private static final List<String> DEFAULTS_KEYS = List.of("instances", "timeout", "mode", "environment");
    private static final List<String> PROCESSOR_KEYS =
            List.of("instances", "timeout", "mode", "environment", "executable", "tool", "server");
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
        var servers = new ServerConfig(values, defaults, this::besideConfig, keys.get(OcrdHosts.DATABASE));
        Map<String, ProcessorSettings> processors = processors(keys.get("processors"), defaults, servers);
        List<String> ignored = new ArrayList<>();
        var ocrd = new OcrdHosts(values, ignored);
        Node hosts = keys.get("hosts");
        if (hosts != null) {
            ocrd.addAgents(hosts, defaults, processors, servers);
        }
        ocrd.noteRootKeys(keys, !servers.found().isEmpty());
        // An OCR-D file lists what is to be deployed, so it means "these and no others".
        Node only = keys.get("only");
        return new WorkerConfig(
                defaults,
                processors,
                servers.found(),
                only == null ? hosts != null : values.flag(only, "only"),
                ignored);
    }

    private Map<String, ProcessorSettings> processors(
            @Nullable Node node, ProcessorSettings defaults, ServerConfig servers) {
        Map<String, ProcessorSettings> processors = new LinkedHashMap<>();
        if (node != null) {
            values.mapping(node, "processors").forEach((key, value) -> {
                checkName(key);
                Map<Key, Node> entries = values.mapping(value, key.name());
                servers.add(key.name(), entries.get(new Key("server", key.place())));
                ProcessorSettings settings = settings(value, key.name(), defaults, PROCESSOR_KEYS);
                if (!isServerAlone(entries)) {
                    processors.put(key.name(), settings);
                }
            });
        }
        return processors;
    }

    /** Who says nothing but where a server is does not ask for a worker. */
    private static boolean isServerAlone(Map<Key, Node> entries) {
        return entries.size() == 1 && entries.keySet().iterator().next().name().equals("server");
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
        Node tool = keys.get("tool");
        ProcessorMode chosen = mode == null ? base.mode() : values.oneOf(mode, "mode", MODES);
        if (tool != null && chosen != ProcessorMode.EXTERNAL) {
            throw values.fault(tool.place(), "Expected the key tool with mode external only but found it in " + what);
        }
        return new ProcessorSettings(
                instances == null ? base.instances() : values.count(instances, "instances"),
                timeout == null ? base.timeout() : values.duration(timeout, "timeout"),
                chosen,
                environment(keys.get("environment"), base.environment()),
                executable == null ? null : besideConfig(values.text(executable, "executable")),
                tool == null ? null : besideConfig(values.text(tool, "tool")));
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
        modes.put("external", ProcessorMode.EXTERNAL);
        return modes;
    }
}
