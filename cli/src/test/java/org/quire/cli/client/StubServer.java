package org.quire.cli.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that gives prepared answers, the last one again and again, and remembers what it was asked. */
public final class StubServer implements AutoCloseable {

    private final HttpServer http;
    private final Map<String, Deque<Prepared>> answers = new HashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    private record Prepared(int status, String body) {}

    /**
     * @param line method, path and query
     * @param authorization the header of this name; empty: there was none
     */
    public record Request(String line, String contentType, String authorization, String body) {}

    public StubServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    /** @param methodAndPath such as {@code GET /run/x}; an answer after those that were prepared before */
    public synchronized StubServer on(String methodAndPath, int status, String body) {
        answers.computeIfAbsent(methodAndPath, any -> new ArrayDeque<>()).add(new Prepared(status, body));
        return this;
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        requests.add(new Request(
                method + " " + exchange.getRequestURI(),
                contentType == null ? "" : contentType,
                authorization == null ? "" : authorization,
                body));
        Prepared prepared = next(method + " " + exchange.getRequestURI().getPath());
        byte[] bytes = prepared.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(prepared.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private synchronized Prepared next(String methodAndPath) {
        Deque<Prepared> prepared = answers.getOrDefault(methodAndPath, new ArrayDeque<>());
        if (prepared.isEmpty()) {
            return new Prepared(404, "nothing prepared for " + methodAndPath);
        }
        return prepared.size() == 1 ? prepared.getFirst() : prepared.removeFirst();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
