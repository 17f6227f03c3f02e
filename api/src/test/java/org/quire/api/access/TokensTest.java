package org.quire.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.api.RawHttp;
import org.quire.api.ServedApiTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.json.JsonMapper;

/** A server that demands tokens, asked by real HTTP. */
@ServedApiTest
@TestPropertySource(
        properties = {
            "quire.auth.enabled=true",
            "quire.auth.tokens.read=read-0123456789abcdef",
            "quire.auth.tokens.submit=submit-0123456789abcdef",
            "quire.auth.tokens.admin=admin-0123456789abcdef,admin-next-0123456789"
        })
class TokensTest {

    private static final String ANY_ID = "01arz3ndektsv4rrffq69g5fav";

    @LocalServerPort
    private int port;

    private RawHttp.Answer ask(String method, String path, String... headers) {
        return new RawHttp(port).send(method, path, new byte[0], headers);
    }

    private static String bearer(String role) {
        return "Authorization: Bearer " + role + "-0123456789abcdef";
    }

    private static String basic(String userAndToken) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString(userAndToken.getBytes(StandardCharsets.UTF_8));
    }

    private static String detail(RawHttp.Answer answer) {
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        return JsonMapper.shared().readTree(answer.body()).get("detail").stringValue();
    }

    @ParameterizedTest(name = "{0} {1} needs {2}")
    @CsvSource({
        "GET, /processor, read",
        "GET, /processor/external, submit",
        "GET, /run, read",
        "GET, /workflow/job-simple/" + ANY_ID + ", read",
        "GET, /, read",
        "GET, /openapi.json, read",
        "GET, /actuator/info, read",
        "GET, /no/such/path, read",
        "POST, /workflow/run, submit",
        "POST, /workflow/validate, read",
        "POST, /workflow, submit",
        "PUT, /workflow/2b0c7a5e-5b8f-4f0b-8a53-0d9f3d1c8f11, submit",
        "POST, /processor/run/ocrd-dummy, submit",
        "POST, /workflow/job/" + ANY_ID + "/cancel, submit",
        "POST, /workflow/job/" + ANY_ID + "/stop, submit",
        "POST, /no/such/path, admin",
        "BREW, /run, admin",
    })
    void eachRoleMayDoWhatIsItsOwnAndWhatLowerOnesMay(String method, String path, String needed) {
        assertThat(ask(method, path).status()).isEqualTo(401);
        for (Role role : Role.values()) {
            RawHttp.Answer answer = ask(method, path, bearer(role.word()));
            if (role.compareTo(Role.valueOf(needed.toUpperCase(Locale.ROOT))) >= 0) {
                assertThat(answer.status()).as(role + ": " + answer).isNotIn(401, 403);
            } else {
                assertThat(answer.status()).as(role + ": " + answer).isEqualTo(403);
                assertThat(detail(answer)).contains("higher role").contains(role.word());
            }
        }
    }

    @Test
    void theTokenOfAJobIsNotTakenForThatOfACaller() {
        byte[] result = "{\"job_id\":\"no-such-0-0\",\"state\":\"SUCCESS\"}".getBytes(StandardCharsets.UTF_8);

        RawHttp.Answer answer = new RawHttp(port)
                .send(
                        "POST",
                        "/result_callback",
                        result,
                        "Content-Type: application/json",
                        "Authorization: Bearer the-token-of-a-job");

        assertThat(answer.status()).as(answer.toString()).isEqualTo(404);
        assertThat(detail(answer)).contains("not existing");
    }

    @Test
    void saysHowToSendATokenToWhoSentNone() {
        RawHttp.Answer answer = ask("GET", "/processor");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers())
                .contains("WWW-Authenticate: Basic realm=\"Quire\", charset=\"UTF-8\"")
                .contains("WWW-Authenticate: Bearer realm=\"Quire\"");
        assertThat(detail(answer)).contains("Authorization: Bearer TOKEN").contains("http://ROLE:TOKEN@HOST");
    }

    @ParameterizedTest
    @CsvSource({"read", "submit", "admin"})
    void takesTheTokenAsThePasswordOfBasicWithItsRoleOrNothingAsUser(String role) {
        String token = role + "-0123456789abcdef";

        assertThat(ask("GET", "/processor", basic(role + ":" + token)).status()).isEqualTo(200);
        assertThat(ask("GET", "/processor", basic(":" + token)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "admin:read-0123456789abcdef",
        "read:",
        ":",
        "admin:",
        "somebody:read-0123456789abcdef",
        "read:read-0123456789abcdeg",
    })
    void refusesAWrongTokenOrAnotherRolesName(String userAndToken) {
        RawHttp.Answer answer = ask("GET", "/processor", basic(userAndToken));

        assertThat(answer.status()).isEqualTo(401);
        assertThat(detail(answer)).contains("not known here").doesNotContain("0123456789abcde");
    }

    @ParameterizedTest
    @CsvSource({"Authorization: Bearer", "Authorization: Bearer x", "Authorization: Basic %%%", "Authorization: what"})
    void refusesWhatIsNoToken(String header) {
        assertThat(ask("GET", "/processor", header).status()).isEqualTo(401);
    }

    @Test
    void twoTokensOfARoleAreValidAtOnce() {
        assertThat(ask("GET", "/processor", "Authorization: Bearer admin-next-0123456789")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void healthNeedsNoToken() {
        assertThat(ask("GET", "/actuator/health").status()).isEqualTo(200);
        assertThat(ask("GET", "/actuator/health/readiness").status()).isEqualTo(200);
    }

    @Test
    void setsNoCookieAndKeepsNoSession() {
        assertThat(ask("GET", "/", bearer("admin")).header("Set-Cookie")).isEmpty();
    }

    @Test
    void aPageOfAnotherSiteCannotUseTheTokenThatTheBrowserRemembers() {
        RawHttp.Answer answer = ask(
                "POST",
                "/workflow/job/" + ANY_ID + "/stop",
                basic("admin:admin-0123456789abcdef"),
                "Sec-Fetch-Site: cross-site");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(detail(answer)).contains("web page");
    }

    @Test
    void anyNameOfTheServerWillDo() {
        assertThat(ask("GET", "/processor", bearer("read"), "Host: quire.example.org")
                        .status())
                .isEqualTo(200);
    }
}
