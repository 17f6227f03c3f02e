package org.quire.cli;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.cli.client.QuireClient;
import picocli.CommandLine.Option;

/** Which server to talk to, and how to print what it says. */
final class ServerOptions {

    static final URI USUAL = URI.create("http://127.0.0.1:8000");

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:QUIRE_SERVER:-}",
            description = "the server (environment: QUIRE_SERVER; default: http://127.0.0.1:8000)")
    private String server = "";

    @Option(names = "--json", description = "print the server's JSON")
    private boolean json;

    boolean json() {
        return json;
    }

    /** The server that was named, or the usual one whether it is there or not. */
    QuireClient client() {
        return new QuireClient(named().orElse(USUAL));
    }

    /** The server that was named; empty if none was. */
    Optional<URI> named() {
        return server.isBlank() ? Optional.empty() : Optional.of(parse(server.strip()));
    }

    private static URI parse(String text) {
        @Nullable URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            uri = null;
        }
        if (uri == null
                || uri.getHost() == null
                || !String.valueOf(uri.getScheme()).matches("https?")) {
            throw new BadInput("Expected --server as http://HOST:PORT, but got '" + text + "'.");
        }
        return uri;
    }
}
