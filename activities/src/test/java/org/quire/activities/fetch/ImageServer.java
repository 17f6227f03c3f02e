package org.quire.activities.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on a free port of this machine that answers as a test says; other paths are 404. */
final class ImageServer implements AutoCloseable {

    /** What one request is answered with. */
    interface Answer {

        void give(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    ImageServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        asked.add(path);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        authorizations.add(authorization == null ? "" : authorization);
        try (exchange) {
            answers.getOrDefault(path, status(404)).give(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    int port() {
        return server.getAddress().getPort();
    }

    void on(String path, Answer answer) {
        answers.put(path, answer);
    }

    /** Request lines' paths with queries, in order. */
    List<String> asked() {
        return asked;
    }

    /** The {@code Authorization} of each request, empty if it had none. */
    List<String> authorizations() {
        return authorizations;
    }

    static Answer file(String content) {
        return exchange -> {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    static Answer status(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    static Answer redirect(String location) {
        return exchange -> {
            exchange.getResponseHeaders().set("Location", location);
            exchange.sendResponseHeaders(302, -1);
        };
    }

    /** Announces more than it sends. */
    static Answer truncated(String content, int announced) {
        return exchange -> {
            exchange.sendResponseHeaders(200, announced);
            exchange.getResponseBody().write(content.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        };
    }

    /** Says nothing until the server is closed. */
    Answer silence() {
        return exchange -> closing.await();
    }

    /** Begins a file and then says nothing until the server is closed. */
    Answer silenceAfter(String content) {
        return exchange -> {
            exchange.sendResponseHeaders(200, content.length() + 100);
            exchange.getResponseBody().write(content.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            closing.await();
        };
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
