package org.quire.cli.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports of a child engine, remembered in its folder, so that bookmarks of the Web UI stay good.
 *
 * @param grpc of the front end
 * @param webUi of the Web UI
 */
record EnginePorts(int grpc, int webUi) {

    private static final Logger LOG = LoggerFactory.getLogger(EnginePorts.class);
    private static final String FILE = "ports.properties";

    /** The remembered ports while both are free, else others. */
    static EnginePorts of(Path folder) {
        EnginePorts remembered = read(folder);
        return isFree(remembered.grpc) && isFree(remembered.webUi) ? remembered : fresh();
    }

    static EnginePorts fresh() {
        int grpc = free();
        int webUi = free();
        return grpc == webUi ? fresh() : new EnginePorts(grpc, webUi);
    }

    /** A port of the loopback interface that nobody uses at this moment. */
    static int free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("Expected a free port on the loopback interface, but there is none.", e);
        }
    }

    void remember(Path folder) throws IOException {
        var properties = new Properties();
        properties.setProperty("grpc", Integer.toString(grpc));
        properties.setProperty("webUi", Integer.toString(webUi));
        try (var out = Files.newBufferedWriter(folder.resolve(FILE))) {
            properties.store(out, "Ports of the Temporal server of this folder");
        }
    }

    private static EnginePorts read(Path folder) {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return fresh();
        }
        var properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
            return new EnginePorts(
                    Integer.parseInt(properties.getProperty("grpc", "0")),
                    Integer.parseInt(properties.getProperty("webUi", "0")));
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("{} can't be read, so the Temporal server gets new ports: {}", file, e.getMessage());
            return fresh();
        }
    }

    private static boolean isFree(int port) {
        if (port < 1) {
            return false;
        }
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
