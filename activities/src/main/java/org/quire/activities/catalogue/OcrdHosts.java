package org.quire.activities.catalogue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quire.activities.catalogue.LocatedYaml.Node;

/**
 * The {@code hosts} part of an OCR-D {@code processing_server_config.yaml}
 * (schema {@code https://ocr-d.de/spec/web-api/config.schema.yml}): names and numbers of workers count, the rest is reported.
 */
final class OcrdHosts {

    /** What else such a file has at its top: the message queue, the database and switches of OCR-D's own server. */
    static final List<String> IGNORED_ROOT_KEYS =
            List.of("process_queue", "database", "internal_callback_url", "use_tcp_mets");

    /** {@code servers} is of OCR-D before 3.0. */
    private static final List<String> IGNORED_HOST_KEYS =
            List.of("address", "username", "password", "path_to_privkey", "servers");

    private static final List<String> HOST_KEYS =
            List.of("address", "username", "password", "path_to_privkey", "servers", "workers");
    private static final List<String> WORKER_KEYS = List.of("name", "number_of_instance", "deploy_type");
    private static final Map<String, DeployType> DEPLOY_TYPES = deployTypes();

    private enum DeployType {
        NATIVE,
        DOCKER
    }

    private final ConfigValues values;
    private final List<String> ignored;

    OcrdHosts(ConfigValues values, List<String> ignored) {
        this.values = values;
        this.ignored = ignored;
    }

    void noteRootKeys(Map<String, Node> root) {
        IGNORED_ROOT_KEYS.stream()
                .filter(root::containsKey)
                .forEach(key -> ignored.add("%s (line %d): Quire keeps its state in Temporal"
                        .formatted(key, root.get(key).place().line())));
    }

    /**
     * Adds the workers of all hosts; this machine runs them all, whatever the host's address is. A worker named again adds its
     * number of instances.
     */
    void addWorkers(Node hosts, ProcessorSettings defaults, Map<String, ProcessorSettings> processors) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (Node host : values.sequence(hosts, "hosts")) {
            Map<String, Node> keys = values.keys(host, "a host", HOST_KEYS);
            IGNORED_HOST_KEYS.stream()
                    .filter(keys::containsKey)
                    .forEach(key -> ignored.add("%s of a host (line %d): a worker host starts no others"
                            .formatted(key, keys.get(key).place().line())));
            Node workers = keys.get("workers");
            if (workers == null) {
                throw values.fault(host.place(), "Expected the key workers in a host but it is missing");
            }
            values.sequence(workers, "workers").forEach(worker -> addWorker(worker, processors, numbers));
        }
        numbers.forEach((name, number) -> processors.put(name, defaults.withInstances(number)));
    }

    private void addWorker(Node worker, Map<String, ProcessorSettings> processors, Map<String, Integer> numbers) {
        Map<String, Node> keys = values.keys(worker, "a worker", WORKER_KEYS);
        Node nameNode = keys.get("name");
        if (nameNode == null) {
            throw values.fault(worker.place(), "Expected the key name in a worker but it is missing");
        }
        String name = values.text(nameNode, "name");
        if (!name.startsWith("ocrd-")) {
            throw values.fault(nameNode.place(), "Expected a processor's name (ocrd-…) but found '%s'".formatted(name));
        }
        if (processors.containsKey(name)) {
            throw values.fault(
                    nameNode.place(),
                    "Expected %s under processors or under hosts but it is under both".formatted(name));
        }
        Node number = keys.get("number_of_instance");
        numbers.merge(name, number == null ? 1 : values.count(number, "number_of_instance"), Integer::sum);
        noteDeployType(name, keys);
    }

    private void noteDeployType(String name, Map<String, Node> keys) {
        Node node = keys.get("deploy_type");
        if (node != null && values.oneOf(node, "deploy_type", DEPLOY_TYPES) == DeployType.DOCKER) {
            ignored.add("deploy_type docker of %s (line %d): it is run as an executable of this machine"
                    .formatted(name, node.place().line()));
        }
    }

    private static Map<String, DeployType> deployTypes() {
        Map<String, DeployType> types = new LinkedHashMap<>();
        types.put("native", DeployType.NATIVE);
        types.put("docker", DeployType.DOCKER);
        return types;
    }
}
