package org.quire.activities.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.quire.workflows.engine.QuireData;

/**
 * The HTTP interface of one Processor Server, as {@code ocrd} 2.59.0 to 2.63.3 has it ({@code ocrd_network/processor_server.py}). While
 * it works at a job such a server answers nobody, so silence means that it is busy and only a refused connection that it is gone.
 */
public final class ProcessorServer {

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final URI url;
    private final HttpClient http;

    /** @param url its base address */
    public ProcessorServer(URI url) {
        this.url = url;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    public URI url() {
        return url;
    }

    /** Whether somebody takes connections at its address, be it busy or not. */
    public boolean isThere() {
        int port = url.getPort() > 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), (int) CONNECT.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The tool description of its processor.
     *
     * @throws IOException if it gives none within 5 s, with the reason
     */
    public ObjectNode info() throws IOException, InterruptedException {
        HttpResponse<String> answer = get("info");
        if (answer.statusCode() == 404) {
            throw new IOException(
                    url + " answers 404 to /info: ocrd from 2.64.0 on starts its Processor Server without routes;"
                            + " use 2.59.0 to 2.63.3");
        }
        if (answer.statusCode() != 200) {
            throw new IOException(
                    url + " answers " + answer.statusCode()
                            + " to /info, as it does for tools that name no list of input file groups; give the description as tool");
        }
        JsonNode json = QuireData.mapper().readTree(answer.body());
        if (json instanceof ObjectNode tool && tool.path("executable").isTextual()) {
            return tool;
        }
        throw new IOException(url + " gives no tool description as answer to /info");
    }

    /** Gives it a job; the answer comes when the server has done it. Closing the connection earlier does not end the job. */
    CompletableFuture<HttpResponse<String>> run(JsonNode job) {
        HttpRequest request = HttpRequest.newBuilder(resolve("run"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(job.toString()))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString());
    }

    /** @throws IOException if it has none to give, as 2.59.0 to 2.63.3 never have */
    String log(String jobId) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("log/" + jobId);
        if (answer.statusCode() != 200) {
            throw new IOException(url + " answers " + answer.statusCode() + " to /log");
        }
        return answer.body();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(resolve(path)).timeout(ANSWER).build(), BodyHandlers.ofString());
    }

    private URI resolve(String path) {
        return URI.create(url.toString().replaceFirst("/+$", "") + "/" + path);
    }
}
