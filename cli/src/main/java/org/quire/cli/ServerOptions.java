package org.quire.cli;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.cli.client.Credentials;
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

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:QUIRE_TOKEN:-}",
            description = "the token, if the server wants one (environment: QUIRE_TOKEN, which other users of this"
                    + " machine can't read; or in the address: http://ROLE:TOKEN@HOST:PORT)")
    private String token = "";

    @Option(names = "--json", description = "print the server's JSON")
    private boolean json;

    boolean json() {
        return json;
    }

    /** The server that was named, or the usual one whether it is there or not. */
    QuireClient client() {
        return named().orElseGet(this::usual);
    }

    /** The server that was named; empty if none was. */
    Optional<QuireClient> named() {
        if (server.isBlank()) {
            return Optional.empty();
        }
        URI address = parse(server.strip());
        return Optional.of(
                new QuireClient(withoutUser(address), Credentials.token(token).or(Credentials.of(address))));
    }

    /** The server that was named, else the usual one if it is there. */
    Optional<QuireClient> ifThere() {
        return named().or(() -> Optional.of(usual()).filter(QuireClient::isThere));
    }

    /** The one that is tried if none was named. */
    QuireClient usual() {
        return new QuireClient(USUAL, Credentials.token(token));
    }

    /** What is printed must not have the token in it. */
    private static URI withoutUser(URI address) {
        String user = address.getRawUserInfo();
        return user == null ? address : URI.create(address.toString().replace(user + "@", ""));
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
            throw new BadInput("Expected --server as http://HOST:PORT or http://ROLE:TOKEN@HOST:PORT, but got '"
                    + text.replaceAll("//[^/@]*@", "//…@") + "'.");
        }
        return uri;
    }
}
