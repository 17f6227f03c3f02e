package org.quire.api.mets;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a METS server of one workspace listens. */
public sealed interface MetsAddress {

    /** @param path absolute */
    record Socket(Path path) implements MetsAddress {

        /** What fits into a socket's address on Linux, with a zero byte behind it; macOS has four less. */
        private static final int LONGEST = 103;

        public Socket {
            int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
            if (length > LONGEST) {
                throw new IllegalArgumentException("Expected the path of a socket with at most " + LONGEST
                        + " bytes, which is what the system allows, but " + path + " has " + length + ".");
            }
        }
    }

    /** @param port 0: a free one */
    record Tcp(InetAddress host, int port) implements MetsAddress {}

    /**
     * Reads {@code http://host:port} or the path of a socket, as OCR-D's {@code -U} has it.
     *
     * @throws IllegalArgumentException if it is neither, or would be reached from other machines: there is no authentication
     */
    static MetsAddress parse(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("Expected the path of a socket or http://HOST:PORT, but got nothing.");
        }
        return text.matches("https?://.*")
                ? tcp(text)
                : new Socket(Path.of(text).toAbsolutePath().normalize());
    }

    private static Tcp tcp(String text) {
        @Nullable URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            uri = null;
        }
        boolean isPlain = uri != null
                && "http".equals(uri.getScheme())
                && uri.getHost() != null
                && uri.getPort() >= 0
                && uri.getPath().matches("/?");
        if (uri == null || !isPlain) {
            throw new IllegalArgumentException(
                    "Expected http://HOST:PORT and nothing behind it, but got '" + text + "'.");
        }
        try {
            InetAddress host = InetAddress.getByName(uri.getHost());
            if (!host.isLoopbackAddress()) {
                throw new IllegalArgumentException("Expected an address of this machine alone, such as 127.0.0.1, but "
                        + uri.getHost() + " is reached from others, and a METS server knows no authentication.");
            }
            return new Tcp(host, uri.getPort());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("Expected a host that is known, but '" + uri.getHost() + "' is not.", e);
        }
    }
}
