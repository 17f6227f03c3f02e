package org.quire.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.api.ApiApplication;
import org.quire.api.config.ApiProperties;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** The server as it starts alone, with nothing set but a free port, and no Temporal to be reached. */
class ServerDefaultsTest {

    @TempDir
    Path data;

    private ConfigurableApplicationContext server;

    @BeforeEach
    void startServer() {
        server = SpringApplication.run(
                ApiApplication.class, "--quire.port=0", "--quire.temporal=127.0.0.1:1", "--quire.data-dir=" + data);
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String path) throws Exception {
        String port = server.getEnvironment().getRequiredProperty("local.server.port");
        return HttpClient.newHttpClient()
                .send(
                        request.uri(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void listensOnLoopbackAndAllowsNoWorkspace() {
        Environment environment = server.getEnvironment();
        assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
        assertThat(server.getBean(ApiProperties.class).workspaces()).isEmpty();
        assertThat(server.getBean(ApiProperties.class).callbacks().allowed()).contains("localhost");
    }

    @Test
    void startsWithoutTemporalAndIsAliveButNotReady() throws Exception {
        assertThat(send(HttpRequest.newBuilder().GET(), "/actuator/health/liveness")
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(HttpRequest.newBuilder().GET(), "/actuator/health/readiness")
                        .statusCode())
                .isEqualTo(503);
        assertThat(send(HttpRequest.newBuilder().GET(), "/processor").body()).isEqualTo("[]");
    }

    @Test
    void takesNoScriptOfMoreThanTwoMegabytes() throws Exception {
        String body = "--b\r\nContent-Disposition: form-data; name=\"workflow\"; filename=\"w\"\r\n\r\n"
                + "x".repeat(2_100_000) + "\r\n--b--\r\n";

        HttpResponse<String> answer = send(
                HttpRequest.newBuilder()
                        .header("Content-Type", "multipart/form-data; boundary=b")
                        .POST(HttpRequest.BodyPublishers.ofString(body)),
                "/workflow");

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("\"detail\"");
    }
}
