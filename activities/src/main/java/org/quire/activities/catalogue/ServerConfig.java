package org.quire.activities.catalogue;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quire.activities.catalogue.LocatedYaml.Node;
import org.quire.activities.catalogue.LocatedYaml.Sequence;

/** The Processor Servers of a worker configuration, in Quire's own words or in those of OCR-D's configuration file. */
final class ServerConfig {

    private static final List<String> KEYS = List.of("url", "database", "instances", "timeout", "tool");
    private static final List<String> DATABASE_KEYS =
            List.of("address", "port", "credentials", "ssh", "skip_deployment");
    private static final List<String> CREDENTIALS_KEYS = List.of("username", "password");

    private final ConfigValues values;
    private final ProcessorSettings defaults;
    private final Function<String, Path> besideConfig;
    private final @Nullable Node database;
    private final Map<String, ServerSettings> found = new LinkedHashMap<>();

    /** @param database the {@code database} of an OCR-D configuration, which holds where a server names none; null: there is none */
    ServerConfig(
            ConfigValues values,
            ProcessorSettings defaults,
            Function<String, Path> besideConfig,
            @Nullable Node database) {
        this.values = values;
        this.defaults = defaults;
        this.besideConfig = besideConfig;
        this.database = database;
    }

    Map<String, ServerSettings> found() {
        return found;
    }

    /** @param node the value of a processor's key {@code server}; null: it has none */
    void add(String processor, @Nullable Node node) {
        if (node == null) {
            return;
        }
        Map<String, Node> keys = values.keys(node, "the server of " + processor, KEYS);
        Node url = keys.get("url");
        if (url == null) {
            throw values.fault(
                    node.place(), "Expected the key url in the server of " + processor + " but it is missing");
        }
        Node instances = keys.get("instances");
        Node timeout = keys.get("timeout");
        Node tool = keys.get("tool");
        Node own = keys.get("database");
        found.put(
                processor,
                new ServerSettings(
                        urls(url),
                        own == null ? sharedDatabase(node) : address(own, "database", "mongodb"),
                        instances == null ? 1 : values.count(instances, "instances"),
                        timeout == null ? defaults.timeout() : values.duration(timeout, "timeout"),
                        tool == null ? null : besideConfig.apply(values.text(tool, "tool"))));
    }

    /** A server of an OCR-D host; one named again adds its address. */
    void add(String processor, String host, int port, Node node) {
        URI url = URI.create("http://" + host + ":" + port);
        var settings = new ServerSettings(List.of(url), sharedDatabase(node), 1, defaults.timeout(), null);
        found.merge(processor, settings, ServerSettings::and);
    }

    private List<URI> urls(Node node) {
        List<URI> urls = new ArrayList<>();
        for (Node item : node instanceof Sequence list ? list.items() : List.of(node)) {
            urls.add(address(item, "url", "http"));
        }
        if (urls.isEmpty()) {
            throw values.fault(node.place(), "Expected at least one address for url but the list is empty");
        }
        return urls;
    }

    private URI address(Node node, String what, String scheme) {
        String text = values.text(node, what);
        try {
            URI uri = URI.create(text);
            if (uri.getScheme() != null && uri.getScheme().startsWith(scheme) && uri.getAuthority() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw values.fault(node.place(), "Expected an address for " + what + " but found '" + text + "'");
        }
        throw values.fault(
                node.place(),
                "Expected an address like %s://host:port for %s but found '%s'".formatted(scheme, what, text));
    }

    private URI sharedDatabase(Node user) {
        if (database == null) {
            throw values.fault(
                    user.place(),
                    "Expected a database (mongodb://host:port) of the Processor Server but none is named here nor at the top");
        }
        Map<String, Node> keys = values.keys(database, "database", DATABASE_KEYS);
        String host = required(database, keys, "address");
        String port = required(database, keys, "port");
        return URI.create("mongodb://" + credentials(keys.get("credentials")) + host + ":" + port);
    }

    private String required(Node node, Map<String, Node> keys, String name) {
        Node value = keys.get(name);
        if (value == null) {
            throw values.fault(node.place(), "Expected the key " + name + " here but it is missing");
        }
        return values.text(value, name);
    }

    private String credentials(@Nullable Node node) {
        if (node == null) {
            return "";
        }
        Map<String, Node> keys = values.keys(node, "credentials", CREDENTIALS_KEYS);
        return encoded(required(node, keys, "username")) + ":" + encoded(required(node, keys, "password")) + "@";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
