package org.quire.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.api.RawHttp;
import org.quire.api.ServedApiTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A server on loopback, as {@code quire serve} starts it: no tokens, but no web page of another site gets in either. */
@ServedApiTest
class LoopbackTest {

    private static final String STOP = "/workflow/job/01arz3ndektsv4rrffq69g5fav/stop";

    @LocalServerPort
    private int port;

    private RawHttp.Answer post(String... headers) {
        return new RawHttp(port).post(STOP, headers);
    }

    @Test
    void programsNeedNoToken() {
        assertThat(post().status()).isEqualTo(404);
        assertThat(new RawHttp(port).get("/processor").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Origin: https://example.org",
        "Origin: null",
        "Origin: http://localhost:1",
        "Origin: not an origin",
    })
    void aPageOfAnotherSiteCannotChangeAnything(String header) {
        RawHttp.Answer answer = post(header);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("\"detail\":\"Expected a request of a program");
    }

    @Test
    void aPageOfAnotherSiteMayLinkToIt() {
        assertThat(new RawHttp(port)
                        .get("/processor", "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void quiresOwnPagesMayChangeSomething() {
        assertThat(post("Origin: http://localhost:" + port, "Sec-Fetch-Site: same-origin")
                        .status())
                .isEqualTo(404);
        assertThat(post("Origin: http://localhost:" + port).status()).isEqualTo(404);
        assertThat(post("Sec-Fetch-Site: none").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"example.org", "example.org:8000", "10.0.0.1", "localhost.example.org", "127.0.0.1.example.org"})
    void aNameThatWasMadeToPointHereIsRefused(String host) {
        RawHttp.Answer answer = new RawHttp(port).get("/processor", "Host: " + host);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("quire.auth.host-names");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LOCALHOST:8000", "quire.localhost", "127.0.0.1:99", "127.1.2.3", "[::1]:8000"})
    void everyNameOfLoopbackWillDo(String host) {
        assertThat(new RawHttp(port).get("/processor", "Host: " + host).status())
                .isEqualTo(200);
    }
}
