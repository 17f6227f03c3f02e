package org.quire.systemtests.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Receives callbacks on loopback and answers as it is told; closing it also ends the requests that it keeps waiting. */
public final class Receiver implements AutoCloseable {

    private final List<Message> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** One request that came in. */
    public record Message(String path, String contentType, String body, int answered) {}

    private Receiver(Behaviour behaviour) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> receive(exchange, behaviour));
        server.start();
    }

    /** The status to answer to the nth request (from 1) of a path; a negative one: no answer at all. */
    public interface Behaviour {

        int status(int nth);
    }

    public static Receiver answering(Behaviour behaviour) {
        return new Receiver(behaviour);
    }

    private void receive(HttpExchange exchange, Behaviour behaviour) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        int status;
        synchronized (received) {
            int nth = (int) received.stream()
                            .filter(message -> message.path().equals(path))
                            .count()
                    + 1;
            status = behaviour.status(nth);
            received.add(new Message(
                    path, String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")), body, status));
        }
        if (status < 0) {
            hang();
        }
        if (status / 100 == 3) {
            exchange.getResponseHeaders().set("Location", url("/elsewhere"));
        }
        exchange.sendResponseHeaders(status < 0 ? 500 : status, -1);
        exchange.close();
    }

    private void hang() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** The requests so far, in the order in which they came. */
    public List<Message> received(String path) {
        return received.stream().filter(message -> message.path().equals(path)).toList();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
