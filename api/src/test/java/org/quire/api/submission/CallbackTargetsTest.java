package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.api.TestProperties;

class CallbackTargetsTest {

    private final CallbackTargets loopback = new CallbackTargets(TestProperties.with());

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:9/x", "HTTPS://LocalHost/", "http://127.0.0.1:80/a?b", "http://[::1]:9/"})
    void allowsThisMachineByDefault(String url) {
        assertThat(loopback.check("callback_url", url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org/",
                "http://127.0.0.1.example.org/",
                "http://localhost@example.org/",
                "file:///etc/passwd",
                "ftp://localhost/",
                "localhost:80",
                "http://",
                "http:// localhost/",
                ""
            })
    void refusesEverythingElse(String url) {
        assertThat(loopback.check("callback_url", url))
                .hasValueSatisfying(fault -> assertThat(fault.message()).contains("callback_url"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://a.example.org/", "https://b.c.example.org:8443/done"})
    void allowsHostsOfAPattern(String url) {
        var targets = new CallbackTargets(TestProperties.with("quire.callbacks.allowed", "*.example.org"));

        assertThat(targets.check("callback_url", url)).isEmpty();
        assertThat(targets.check("callback_url", "https://exampleXorg/")).isPresent();
        assertThat(targets.check("callback_url", "http://localhost/")).isPresent();
    }
}
