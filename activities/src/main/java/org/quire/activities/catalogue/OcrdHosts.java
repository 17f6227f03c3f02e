package org.quire.activities.catalogue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.quire.activities.catalogue.LocatedYaml.Node;

/**
 * The {@code hosts} part of an OCR-D {@code processing_server_config.yaml}
 * (schema {@code https://ocr-d.de/spec/web-api/config.schema.yml}): names and numbers of workers and the addresses of servers count, the rest is reported.
 */
final class OcrdHosts {

    /** What else such a file has at its top: the message queue, the database and switches of OCR-D's own server. */
    static final List<String> IGNORED_ROOT_KEYS = List.of("process_queue", "internal_callback_url", "use_tcp_mets");

    static final String DATABASE = "database";

    private static final List<String> IGNORED_HOST_KEYS = List.of("username", "password", "path_to_privkey");

    private static final List<String> HOST_KEYS =
            List.of("address", "username", "password", "path_to_privkey", "servers", "workers");
    /** Of OCR-D before 3.0. */
    private static final List<String> SERVER_KEYS = List.of("name", "deploy_type", "port");

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

    /** @param databaseIsUsed whether Processor Servers need it */
    void noteRootKeys(Map<String, Node> root, boolean databaseIsUsed) {
        Stream.concat(IGNORED_ROOT_KEYS.stream(), databaseIsUsed ? Stream.empty() : Stream.of(DATABASE))
                .forEach(key -> noteIfThere(root, key, "%s (line %d): Quire keeps its state in Temporal"));
    }

    /**
     * Adds the workers and servers of all hosts. This machine runs all workers, whatever the host's address is, and one named again
     * adds its number of instances; servers are sought at their host.
     */
    void addAgents(
            Node hosts,
            ProcessorSettings defaults,
            Map<String, ProcessorSettings> processors,
            ServerConfig serverConfig) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (Node host : values.sequence(hosts, "hosts")) {
            Map<String, Node> keys = values.keys(host, "a host", HOST_KEYS);
            Stream.concat(
                            keys.containsKey("servers") ? Stream.empty() : Stream.of("address"),
                            IGNORED_HOST_KEYS.stream())
                    .forEach(key -> noteIfThere(keys, key, "%s of a host (line %d): a worker host starts no others"));
            Node workers = keys.get("workers");
            Node servers = keys.get("servers");
            if (workers == null && servers == null) {
                throw values.fault(host.place(), "Expected the key workers or servers in a host but both are missing");
            }
            if (workers != null) {
                values.sequence(workers, "workers").forEach(worker -> addWorker(worker, processors, numbers));
            }
            if (servers != null) {
                values.sequence(servers, "servers").forEach(server -> addServer(server, host, keys, serverConfig));
            }
        }
        numbers.forEach((name, number) -> processors.put(name, defaults.withInstances(number)));
    }

    private void addServer(Node server, Node host, Map<String, Node> hostKeys, ServerConfig servers) {
        Map<String, Node> keys = values.keys(server, "a server", SERVER_KEYS);
        Node address = hostKeys.get("address");
        Node port = keys.get("port");
        if (address == null) {
            throw values.fault(host.place(), "Expected the key address in a host with servers but it is missing");
        }
        if (port == null) {
            throw values.fault(server.place(), "Expected the key port in a server but it is missing");
        }
        servers.add(
                name(server, keys, "a server"), values.text(address, "address"), values.count(port, "port"), server);
    }

    private String name(Node agent, Map<String, Node> keys, String what) {
        Node node = keys.get("name");
        if (node == null) {
            throw values.fault(agent.place(), "Expected the key name in " + what + " but it is missing");
        }
        String name = values.text(node, "name");
        if (!name.startsWith("ocrd-")) {
            throw values.fault(node.place(), "Expected a processor's name (ocrd-…) but found '%s'".formatted(name));
        }
        return name;
    }

    /** @param note with places for the key and its line */
    private void noteIfThere(Map<String, Node> keys, String key, String note) {
        Node node = keys.get(key);
        if (node != null) {
            ignored.add(note.formatted(key, node.place().line()));
        }
    }

    private void addWorker(Node worker, Map<String, ProcessorSettings> processors, Map<String, Integer> numbers) {
        Map<String, Node> keys = values.keys(worker, "a worker", WORKER_KEYS);
        String name = name(worker, keys, "a worker");
        if (processors.containsKey(name)) {
            throw values.fault(
                    Objects.requireNonNull(keys.get("name")).place(),
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
