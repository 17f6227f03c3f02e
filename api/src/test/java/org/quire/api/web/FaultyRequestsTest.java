package org.quire.api.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.quire.api.ApiTest;
import org.quire.api.FakeRuns;
import org.quire.api.RawHttp;
import org.quire.api.RawHttp.Answer;
import org.quire.api.ServedApiTest;
import org.quire.api.config.ApiProperties;
import org.quire.api.submission.Book;
import org.quire.workflows.engine.DataLayout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that are wrong in every way that a client may be, sent byte by byte to the embedded server. */
@ServedApiTest
class FaultyRequestsTest {

    private static final String TOOL = """
            {"executable":"ocrd-dummy","parameters":{"level":{"type":"string"},"count":{"type":"number"},
             "nested":{"type":"object"}}}""";

    private static final String JSON_TYPE = "Content-Type: application/json";
    private static final String FORM_TYPE = "Content-Type: multipart/form-data; boundary=b";
    private static final String RUN = "/processor/run/ocrd-dummy";
    private static final String WORKFLOW_RUN = "/workflow/run?page_wise=True&mets_path=METS";
    private static final int MANY = 20_000;

    @LocalServerPort
    private int port;

    @Autowired
    private FakeRuns runs;

    @Autowired
    private DataLayout layout;

    @Autowired
    private ApiProperties properties;

    private Path mets;

    @BeforeEach
    void startAfresh() throws IOException {
        runs.reset();
        ApiTest.Workers.offer(layout, TOOL, "ocrd-dummy");
        mets = bookOf(3);
    }

    private Path bookOf(int pages) throws IOException {
        return Book.writeMets(Files.createTempDirectory(properties.workspaces().getFirst(), "book"), pages);
    }

    private byte[] filled(byte[] template) {
        // Latin 1 keeps every byte as it is.
        return new String(template, ISO_8859_1).replace("METS", mets.toString()).getBytes(ISO_8859_1);
    }

    private Answer send(String method, String target, byte[] body, String... headers) {
        return new RawHttp(port).send(method, target.replace("METS", mets.toString()), filled(body), headers);
    }

    private static byte[] job(String more) {
        return job(more, UTF_8);
    }

    private static byte[] job(String more, Charset charset) {
        return ("{\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"]" + more + "}")
                .getBytes(charset);
    }

    private static byte[] script(String text, Charset charset) {
        return form("Content-Disposition: form-data; name=\"workflow\"; filename=\"w.txt\"", text.getBytes(charset));
    }

    private static byte[] form(String head, byte[] content) {
        var form = new ByteArrayOutputStream();
        form.writeBytes(("--b\r\n" + head + "\r\n\r\n").getBytes(UTF_8));
        form.writeBytes(content);
        form.writeBytes("\r\n--b--\r\n".getBytes(UTF_8));
        return form.toByteArray();
    }

    /** Letters that no compression makes much smaller. */
    private static String noise(int length) {
        return new Random(7)
                .ints(length, 0, 64)
                .mapToObj(i -> String.valueOf((char) ('0' + i)))
                .map(c -> "\\\"`".contains(c) ? "_" : c)
                .collect(Collectors.joining());
    }

    static Stream<Arguments> jsonBodies() {
        return Stream.of(
                arguments("no body", "", 422, "JSON body"),
                arguments("not JSON", "{", 422, "JSON body"),
                arguments("null", "null", 422, "JSON body"),
                arguments("a list", "[]", 422, "as the body"),
                arguments("a string", "\"x\"", 422, "as the body"),
                arguments("a number for a list", body(",\"input_file_grps\":7"), 422, "a list as input_file_grps"),
                arguments("an object for a string", body(",\"page_id\":{}"), 422, "a string as page_id"),
                arguments("a list for a string", body(",\"callback_url\":[]"), 422, "a string as callback_url"),
                arguments("a word for a boolean", body(",\"overwrite\":\"maybe\""), 422, "true or false as overwrite"),
                arguments("null in a list", body(",\"input_file_grps\":[null]"), 422, "null"),
                arguments("null among outputs", body(",\"output_file_grps\":[\"B\",null]"), 422, "null"),
                arguments("null among dependencies", body(",\"depends_on\":[null]"), 422, "null"),
                arguments("nested lists", body(",\"input_file_grps\":[[\"IMG\"]]"), 422, ""),
                arguments("a number for parameters", body(",\"parameters\":1"), 422, "JSON object as parameters"),
                arguments("text after the end", body("") + "}", 422, ""),
                arguments("a number too long", body(",\"parameters\":{\"count\":1" + "0".repeat(2000) + "}"), 422, ""),
                arguments("an infinite number", body(",\"parameters\":{\"count\":1e999}"), 400, "count"),
                arguments(
                        "deep nesting",
                        body(",\"parameters\":" + "{\"nested\":".repeat(3000) + "1" + "}".repeat(3000)),
                        422,
                        ""),
                arguments("NUL in a group", body(",\"output_file_grps\":[\"B\\u0000\"]"), 422, "output file group"),
                arguments("NUL in a page", body(",\"page_id\":\"P1\\u0000\""), 422, ""),
                arguments(
                        "NUL in a path",
                        "{\"path_to_mets\":\"/x\\u0000y\",\"input_file_grps\":[\"IMG\"]}",
                        404,
                        "not existing"),
                arguments("NUL in a description", body(",\"description\":\"\\u0000\""), 422, "NUL"),
                arguments("a path out of a group", body(",\"output_file_grps\":[\"../x\"]"), 422, "output file group"),
                arguments("half a surrogate", body(",\"output_file_grps\":[\"\\ud800\"]"), 422, "output file group"),
                arguments(
                        "2 MB parameters",
                        body(",\"parameters\":{\"level\":\"" + noise(2_000_000) + "\"}"),
                        413,
                        "bytes"),
                arguments(
                        "5 MB",
                        body(",\"description\":\"" + "x".repeat(5_000_000) + "\""),
                        413,
                        "quire.max-request-size"),
                arguments("a regular expression without end", body(",\"page_id\":\"//(\""), 422, ""),
                arguments(
                        "a regular expression too deep",
                        body(",\"page_id\":\"//" + "(".repeat(20_000) + "\""),
                        422,
                        ""),
                arguments("an address that is none", body(",\"callback_url\":\"http://[\""), 422, "callback_url"));
    }

    /** A later field wins over an earlier one of the same name. */
    private static String body(String more) {
        return new String(job(more), UTF_8);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jsonBodies")
    void refusesAFaultyJsonBody(String name, String body, int status, String detail) {
        refused(send("POST", RUN, body.getBytes(UTF_8), JSON_TYPE), status, detail);
    }

    static Stream<Arguments> encodings() {
        byte[] invalid = job(",\"description\":\"\u00fc\"", ISO_8859_1);
        return Stream.of(
                arguments("Latin 1 where UTF-8 is said", invalid, JSON_TYPE, 422),
                arguments("an overlong NUL", job(",\"description\":\"\u00c0\u0080\"", ISO_8859_1), JSON_TYPE, 422),
                arguments("a charset that there is not", job(""), JSON_TYPE + ";charset=klingon", 415),
                arguments("a media type that is none", job(""), "Content-Type: ;;;", 415),
                arguments("text", job(""), "Content-Type: text/plain", 415),
                arguments("XML", job(""), "Content-Type: application/xml", 415),
                arguments("a form", job(""), "Content-Type: application/x-www-form-urlencoded", 415),
                arguments("a pattern of types", job(""), "Content-Type: */*", 415),
                arguments("no type at all", job(""), "X-Nothing: x", 415));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("encodings")
    void refusesAWrongEncoding(String name, byte[] body, String type, int status) {
        refused(send("POST", RUN, body, type), status, "");
    }

    @Test
    void refusesUtf16UnlessItSaysSo() {
        Answer answer = send("POST", RUN, "{\"path_to_mets\":\"/x\"}".getBytes(UTF_16), JSON_TYPE + ";charset=utf-8");

        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
    }

    static Stream<Arguments> forms() {
        byte[] good = script("dummy -I IMG -O B\n", UTF_8);
        return Stream.of(
                arguments("no boundary", "Content-Type: multipart/form-data", good, 422, "boundary"),
                arguments("another boundary", "Content-Type: multipart/form-data; boundary=c", good, 422, ""),
                arguments("cut off", FORM_TYPE, cut(good), 422, ""),
                arguments("no end", FORM_TYPE, "--b\r\n".getBytes(UTF_8), 422, ""),
                arguments("only noise", FORM_TYPE, noise(5000).getBytes(UTF_8), 422, ""),
                arguments("UTF-16 script", FORM_TYPE, script("dummy -I IMG -O B\n", UTF_16), 422, "UTF-8"),
                arguments("Latin 1 script", FORM_TYPE, script("dummy -I \u00fc -O B\n", ISO_8859_1), 422, "UTF-8"),
                arguments("NUL in a script", FORM_TYPE, script("dummy -I IMG\0 -O B\n", UTF_8), 422, ""),
                arguments("a script of 2.5 MB", FORM_TYPE, script("x".repeat(2_500_000), UTF_8), 413, "2 MB"),
                arguments("a form of 3.5 MB", FORM_TYPE, script("x".repeat(3_500_000), UTF_8), 413, "2 MB"),
                arguments("100,000 tasks", FORM_TYPE, script("# x\n".repeat(100_000), UTF_8), 422, "more faults"),
                arguments("a long word", FORM_TYPE, script("x".repeat(1_000_000), UTF_8), 406, "not found"),
                arguments(
                        "no file",
                        FORM_TYPE,
                        form("Content-Disposition: form-data; name=\"x\"", new byte[0]),
                        422,
                        "workflow"),
                arguments(
                        "a path",
                        FORM_TYPE,
                        form("Content-Disposition: form-data; name=\"workflow\"", "/etc/passwd".getBytes(UTF_8)),
                        422,
                        "paths on the server"),
                arguments("a part without a name", FORM_TYPE, form("Content-Type: text/plain", new byte[0]), 422, ""),
                arguments("100 parts", FORM_TYPE, parts(100), 413, "parts"),
                arguments("JSON", JSON_TYPE, "{}".getBytes(UTF_8), 422, "workflow"),
                arguments(
                        "large parameters on every page",
                        FORM_TYPE,
                        script("dummy -I IMG -O B -p '{\"level\":\"" + noise(1_900_000) + "\"}'\n", UTF_8),
                        413,
                        "bytes"));
    }

    private static byte[] cut(byte[] form) {
        return Arrays.copyOf(form, form.length - 12);
    }

    private static byte[] parts(int count) {
        String part = "--b\r\nContent-Disposition: form-data; name=\"workflow\"; filename=\"w.txt\"\r\n\r\nx\r\n";
        return (part.repeat(count) + "--b--\r\n").getBytes(UTF_8);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void refusesAFaultyForm(String name, String type, byte[] body, int status, String detail) {
        refused(send("POST", WORKFLOW_RUN, body, type), status, detail);
    }

    static Stream<Arguments> queries() {
        return Stream.of(
                arguments("/workflow/run", 422, "mets_path"),
                arguments("/workflow/run?mets_path=METS&page_wise=perhaps", 422, "page_wise"),
                arguments(WORKFLOW_RUN + "&page_step=0", 422, "page_step"),
                arguments(WORKFLOW_RUN + "&page_step=99999999999999999999", 422, "a whole number as page_step"),
                arguments(WORKFLOW_RUN + "&page_step=1.5", 422, "a whole number"),
                arguments(WORKFLOW_RUN + "&workflow_id=7", 404, "Workflow with id '7' not found"),
                arguments(WORKFLOW_RUN + "&agent_type=robot", 422, "agent_type"),
                arguments(WORKFLOW_RUN + "&page_id=%00", 422, ""),
                arguments(WORKFLOW_RUN + "&page_id=%FF", 400, "UTF-8"),
                arguments(WORKFLOW_RUN + "&page_id=%zz", 400, "UTF-8"),
                arguments(WORKFLOW_RUN + "&overwrite=2", 422, "overwrite"),
                arguments("/workflow/run?mets_path=%00", 404, "not existing"),
                arguments("/workflow/run?mets_path=relative", 404, "absolute"),
                arguments(WORKFLOW_RUN + "&x=1".repeat(2000), 400, "1,000"),
                arguments(WORKFLOW_RUN + "&page_id=" + "P1,".repeat(200_000), 400, "512 KB"));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("queries")
    void refusesAFaultyQuery(String target, int status, String detail) {
        refused(send("POST", target, script("dummy -I IMG -O B\n", UTF_8), FORM_TYPE), status, detail);
    }

    static Stream<Arguments> requestLines() {
        String host = "Host: localhost\r\nConnection: close\r\n\r\n";
        return Stream.of(
                arguments("GET /run?limit=many HTTP/1.1\r\n" + host, 422, "a whole number as limit"),
                arguments("GET /run?limit=1e9 HTTP/1.1\r\n" + host, 422, "limit"),
                arguments("GET /run/%00 HTTP/1.1\r\n" + host, 400, ""),
                arguments("GET /run/a%2Fb HTTP/1.1\r\n" + host, 400, ""),
                arguments("GET /run//x HTTP/1.1\r\n" + host, 400, "doubled slash"),
                arguments("GET /run/%FF%FE HTTP/1.1\r\n" + host, 400, ""),
                arguments("GET /run/%zz HTTP/1.1\r\n" + host, 400, ""),
                arguments("GET /run/../../etc/passwd HTTP/1.1\r\n" + host, 400, ""),
                arguments("GET /run/" + "x".repeat(10_000) + " HTTP/1.1\r\n" + host, 404, ""),
                arguments("GET /run/" + "x".repeat(600_000) + " HTTP/1.1\r\n" + host, 400, "512 KB"),
                arguments("GET /run HTTP/1.1\r\nX: " + "x".repeat(600_000) + "\r\n" + host, 400, "512 KB"),
                arguments("GET /run HTTP/1.1\r\nX\u0001: x\r\n" + host, 400, ""),
                arguments("GET /run HTTP/1.1\r\n" + "X: y\r\n".repeat(500) + host, 400, ""),
                arguments("GET /run HTTP/1.1\r\nConnection: close\r\n\r\n", 400, ""),
                arguments("GET /run HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400, ""),
                arguments("GET /a b c HTTP/1.1\r\n" + host, 400, ""),
                arguments("GET /{x} HTTP/1.1\r\n" + host, 400, ""),
                arguments("DELETE /run HTTP/1.1\r\n" + host, 405, "Expected GET"),
                arguments("PATCH /workflow HTTP/1.1\r\n" + host, 405, "Expected POST"),
                arguments("TRACE /run HTTP/1.1\r\n" + host, 405, ""),
                arguments("BREW /run HTTP/1.1\r\n" + host, 405, "Expected GET"),
                arguments("POST /run HTTP/1.1\r\nTransfer-Encoding: none\r\n" + host, 501, ""),
                arguments("POST /stop HTTP/1.1\r\nContent-Length: -1\r\n" + host, 400, ""),
                arguments("GET /stop HTTP/1.1\r\n" + host, 405, "Expected POST"),
                arguments("GET /no/such HTTP/1.1\r\n" + host, 404, "/docs"),
                arguments("GET /error HTTP/1.1\r\n" + host, 404, "/docs"),
                arguments("GET /processor HTTP/1.1\r\nAccept: image/png\r\n" + host, 406, "application/json"),
                arguments("GET /processor HTTP/1.1\r\nAccept: nonsense\r\n" + host, 406, ""),
                arguments("GET /processor/info/%F0%9F%92%A9 HTTP/1.1\r\n" + host, 404, "not found"),
                arguments("GET /workspace/locks HTTP/1.1\r\n" + host, 422, "mets_path"),
                arguments("GET /workflow/job-simple/x HTTP/1.1\r\nAccept: text/html\r\n" + host, 404, "not found"));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("requestLines")
    void refusesAFaultyRequestLineOrHeader(String request, int status, String detail) {
        refused(new RawHttp(port).send(request.getBytes(ISO_8859_1)), status, detail);
    }

    @Test
    void refusesABodyWithoutEnd() {
        String chunk = Integer.toHexString(100_000) + "\r\n" + "x".repeat(100_000) + "\r\n";
        byte[] body = ("5\r\n{\"a\":\r\n1\r\n\"\r\n" + chunk.repeat(60) + "0\r\n\r\n").getBytes(UTF_8);

        refused(send("POST", RUN, body, JSON_TYPE, "Transfer-Encoding: chunked"), 413, "quire.max-request-size");
    }

    @Test
    void takesTwentyThousandPagesInTheAddress() throws IOException {
        mets = bookOf(MANY);
        String pages =
                IntStream.rangeClosed(1, MANY).mapToObj(page -> "P" + page).collect(Collectors.joining("%2C"));

        Answer answer =
                send("POST", WORKFLOW_RUN + "&page_id=" + pages, script("dummy -I IMG -O B\n", UTF_8), FORM_TYPE);

        assertThat(answer.status())
                .as(answer.body().substring(0, Math.min(500, answer.body().length())))
                .isEqualTo(200);
        assertThat(runs.started).hasSize(1);
        assertThat(runs.started.getFirst().units().count()).isEqualTo(MANY);
    }

    @Test
    void takesTwentyThousandPagesInTheBody() throws IOException {
        mets = bookOf(MANY);
        String pages =
                IntStream.rangeClosed(1, MANY).mapToObj(page -> "P" + page).collect(Collectors.joining(","));

        Answer answer = send("POST", RUN, job(",\"page_id\":\"" + pages + "\""), JSON_TYPE);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(runs.started.getFirst().units().pages()).hasSize(MANY);
    }

    @Test
    void ignoresFieldsAndParametersThatItDoesNotKnow() {
        assertThat(send("POST", RUN, job(",\"result_queue_name\":\"q\",\"new\":{\"deep\":[1,2]}"), JSON_TYPE)
                        .status())
                .isEqualTo(200);
        assertThat(send("POST", WORKFLOW_RUN + "&new=1", script("dummy -I IMG -O C\n", UTF_8), FORM_TYPE)
                        .status())
                .isEqualTo(200);
    }

    private void refused(Answer answer, int status, String detail) {
        assertThat(answer.status()).as(Shortened.of(answer.toString())).isEqualTo(status);
        assertThat(answer.header("Content-Type").orElse("none"))
                .startsWith("application/")
                .contains("json");
        JsonNode json = JsonMapper.shared().readTree(answer.body());
        assertThat(json.path("detail").stringValue("")).isNotBlank().contains(detail);
        assertThat(answer.body()).doesNotContain("org.quire", "java.lang", "org.spring", "tools.jackson");
        if (status == 422 && json.has("status_code")) {
            assertThat(json.get("status_code").intValue()).isEqualTo(10422);
            assertThat(json.get("message")).isEqualTo(json.get("detail"));
            assertThat(json.get("data").isNull()).isTrue();
        }
        assertThat(runs.started).isEmpty();
    }
}
