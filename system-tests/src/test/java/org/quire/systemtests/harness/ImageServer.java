package org.quire.systemtests.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A library's image server: gives the files of a folder, to those who know the password, and fails sometimes. */
public final class ImageServer implements AutoCloseable {

    private final Path folder;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final List<String> given = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    public ImageServer(Path folder) throws IOException {
        this.folder = folder;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The next requests for a file are answered with 500, so many times. */
    public void failNext(String file, int times) {
        failures.put(file, times);
    }

    /** The address of a file, with user and password in it. */
    public String url(String file) {
        return "http://reader:opensesame@" + shownUrl(file).substring("http://".length());
    }

    /** The address without user and password. */
    public String shownUrl(String file) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + file;
    }

    /** The files that were given out, in order. */
    public List<String> given() {
        return given;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String name = exchange.getRequestURI().getPath().substring(1);
        try (exchange) {
            // Base64 of reader:opensesame
            boolean known = "Basic cmVhZGVyOm9wZW5zZXNhbWU="
                    .equals(exchange.getRequestHeaders().getFirst("Authorization"));
            Path file = folder.resolve(name);
            if (!known) {
                exchange.sendResponseHeaders(401, -1);
            } else if (failures.merge(name, -1, Integer::sum) >= 0) {
                exchange.sendResponseHeaders(500, -1);
            } else if (!Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                given.add(name);
                exchange.sendResponseHeaders(200, Files.size(file));
                Files.copy(file, exchange.getResponseBody());
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
