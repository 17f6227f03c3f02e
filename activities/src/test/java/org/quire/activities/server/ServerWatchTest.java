package org.quire.activities.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that answer as the releases of OCR-D do. */
class ServerWatchTest {

    private static final String TOOL = "{\"executable\":\"ocrd-x\",\"description\":\"d\"}";

    @TempDir
    Path temp;

    private int port;
    private HttpServer http;

    @BeforeEach
    void choosePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
    }

    @AfterEach
    void end() {
        if (http != null) {
            http.stop(0);
        }
    }

    @Test
    void isThereOnlyWhileItTakesConnectionsAndComesBack() throws Exception {
        ServerWatch watch = watch(null);
        watch.look();
        assertThat(watch.tool()).isEmpty();

        answer(200, TOOL);
        watch.look();
        assertThat(watch.tool())
                .hasValueSatisfying(
                        tool -> assertThat(tool.path("executable").asText()).isEqualTo("ocrd-x"));

        http.stop(0);
        watch.look();
        assertThat(watch.tool()).isEmpty();

        answer(200, TOOL.replace("\"d\"", "\"another\""));
        watch.look();
        assertThat(watch.tool())
                .hasValueSatisfying(
                        tool -> assertThat(tool.path("description").asText()).isEqualTo("another"));
    }

    @Test
    void aServerThatIsBusyIsStillThere() throws Exception {
        ServerWatch watch = watch(null);
        answer(200, TOOL);
        watch.look();
        http.stop(0);

        try (var silent = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            watch.look();
            assertThat(silent.isBound()).isTrue();
        }

        assertThat(watch.tool()).isPresent();
    }

    @Test
    void aServerWithoutRoutesIsNotThere() throws Exception {
        answer(404, "{\"detail\":\"Not Found\"}");
        ServerWatch watch = watch(null);

        watch.look();

        assertThat(watch.tool()).isEmpty();
        assertThatThrownBy(() -> server().info())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2.64.0");
    }

    @Test
    void takesTheDescriptionOfAFileWhereTheServerFailsToGiveIt() throws Exception {
        answer(500, "Internal Server Error");
        assertThatThrownBy(() -> server().info()).hasMessageContaining("500");
        Path file = Files.writeString(temp.resolve("ocrd-tool.json"), "{\"tools\":{\"ocrd-x\":" + TOOL + "}}");
        ServerWatch watch = watch(file);

        watch.look();

        assertThat(watch.tool()).isPresent();
    }

    @Test
    void takesFreeServersThatAreThere() throws Exception {
        answer(200, TOOL);
        var gone = new ProcessorServer(URI.create("http://127.0.0.1:1"));
        var pool = new ServerPool(List.of(gone, server()), 1);

        ProcessorServer taken = pool.take().orElseThrow();
        assertThat(taken.url().getPort()).isEqualTo(port);
        assertThat(pool.take()).isEmpty();
        pool.give(taken);
        assertThat(pool.take()).contains(taken);
    }

    private ProcessorServer server() {
        return new ProcessorServer(URI.create("http://127.0.0.1:" + port));
    }

    private ServerWatch watch(Path tool) {
        return new ServerWatch("ocrd-x", List.of(server()), tool, Clock.systemUTC());
    }

    private void answer(int status, String body) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        http.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        http.start();
    }
}
