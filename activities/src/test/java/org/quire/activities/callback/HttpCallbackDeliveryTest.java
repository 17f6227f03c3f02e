package org.quire.activities.callback;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.workflows.callback.Callback;

class HttpCallbackDeliveryTest {

    @RegisterExtension
    static final WireMockExtension RECEIVER = WireMockExtension.newInstance()
            .options(wireMockConfig().dynamicPort())
            .build();

    private final HttpCallbackDelivery delivery =
            new HttpCallbackDelivery(Duration.ofSeconds(20), Duration.ofSeconds(20));

    @Test
    void postsTheMessageThatOcrdClientsKnow() {
        RECEIVER.stubFor(post("/done").willReturn(aResponse().withStatus(204)));

        delivery.post(callback(RECEIVER.url("/done")));

        RECEIVER.verify(
                1,
                postRequestedFor(urlEqualTo("/done"))
                        .withHeader("Content-Type", equalTo("application/json"))
                        .withRequestBody(equalToJson("""
                        {"job_id": "r-0-1", "state": "SUCCESS", "path_to_mets": "/books/mets.xml", "workspace_id": ""}
                        """)));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 404, 500})
    void anyAnswerButSuccessIsAnException(int status) {
        RECEIVER.stubFor(post("/done")
                .willReturn(aResponse().withStatus(status).withHeader("Location", RECEIVER.url("/elsewhere"))));

        assertThatThrownBy(() -> delivery.post(callback(RECEIVER.url("/done"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("got " + status);
        RECEIVER.verify(0, getRequestedFor(urlEqualTo("/elsewhere")));
    }

    @Test
    void deadReceiverIsAnException() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        assertThatThrownBy(() -> delivery.post(callback("http://127.0.0.1:" + port + "/done")))
                .isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void receiverThatDoesNotAnswerInTimeIsAnException() {
        RECEIVER.stubFor(post("/done").willReturn(aResponse().withFixedDelay(5_000)));

        var impatient = new HttpCallbackDelivery(Duration.ofSeconds(20), Duration.ofMillis(300));
        assertThatThrownBy(() -> impatient.post(callback(RECEIVER.url("/done"))))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("Timeout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://host/x", "no address", "http:///path", "/relative"})
    void whatIsNoWebAddressIsNeverTriedAgain(String url) {
        assertThatThrownBy(() -> delivery.post(callback(url)))
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        failure -> assertThat(failure.isNonRetryable()).isTrue());
    }

    private static Callback callback(String url) {
        return new Callback(url, "r-0-1", "SUCCESS", "/books/mets.xml");
    }
}
