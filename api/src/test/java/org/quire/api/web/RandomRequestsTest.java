package org.quire.api.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.api.ApiTest;
import org.quire.api.FakeRuns;
import org.quire.api.RawHttp;
import org.quire.api.ServedApiTest;
import org.quire.api.config.ApiProperties;
import org.quire.api.run.Samples;
import org.quire.api.submission.Book;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.run.RunState;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests of chance, near to what the description of the API asks for: none may ever be answered as a fault of the server. A failure
 * names its seed; {@code -Dquire.test.seed=N} repeats it.
 */
@ServedApiTest
class RandomRequestsTest {

    private static final int REQUESTS = Integer.getInteger("quire.test.requests", 1000);
    private static final long SEED = Long.getLong("quire.test.seed", System.nanoTime());
    private static final List<String> METHODS =
            List.of("GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "application/json;charset=utf-16",
            "multipart/form-data; boundary=b",
            "multipart/form-data; boundary=b",
            "multipart/form-data",
            "application/x-www-form-urlencoded",
            "text/plain",
            "*/*",
            "");
    private static final List<String> ODD = List.of(
            "",
            " ",
            "\0",
            "r",
            "r-0-0",
            "e",
            "e-0-0",
            "ocrd-dummy",
            "-1",
            "0",
            "1e308",
            "9223372036854775808",
            "NaN",
            "true",
            "null",
            "None",
            "../../etc/passwd",
            "%",
            "%00",
            "'",
            "\"",
            "\\",
            "{}",
            "[]",
            "{{7*7}}",
            "//(",
            "//.*",
            "~P1",
            "P1..P3",
            "P3..P1",
            "..",
            ",",
            "P1,P1",
            "\u00e4\u00f6\u00fc",
            "\ud83d\udca9",
            "\ud800",
            "\u202e",
            "http://localhost/x",
            "http://[",
            "file:///etc/passwd",
            "x".repeat(5000),
            "7f3c9a52-1f0e-4c62-9a34-b1d9e6f8a210");
    private static final List<String> FIELDS = List.of(
            "path_to_mets",
            "workspace_id",
            "description",
            "input_file_grps",
            "output_file_grps",
            "page_id",
            "parameters",
            "callback_url",
            "job_id",
            "depends_on",
            "overwrite",
            "agent_type",
            "unknown");
    private static final List<String> QUERY = List.of(
            "mets_path",
            "workflow_id",
            "page_id",
            "page_wise",
            "page_step",
            "overwrite",
            "agent_type",
            "workflow_callback_url",
            "limit",
            "workflow",
            "unknown");

    @LocalServerPort
    private int port;

    @Autowired
    private FakeRuns runs;

    @Autowired
    private DataLayout layout;

    @Autowired
    private ApiProperties properties;

    private final Random random = new Random(SEED);
    private Path mets;

    @BeforeEach
    void startAfresh() throws IOException {
        runs.reset();
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "qSF", "ccX"));
        runs.know(Samples.snapshot(Samples.plan("e", 1), Samples.SUBMITTED, RunState.SUCCESS, "SSS", "SSS"));
        ApiTest.Workers.offer(
                layout, "{\"executable\":\"ocrd-dummy\",\"parameters\":{\"x\":{\"type\":\"number\"}}}", "ocrd-dummy");
        mets = Book.writeMets(Files.createTempDirectory(properties.workspaces().getFirst(), "book"), 3);
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noRequestIsEverAnsweredAsAFaultOfTheServer() {
        var http = new RawHttp(port);
        List<String> paths = paths(http);
        var wrong = new ArrayList<String>();
        for (int i = 0; i < REQUESTS; i++) {
            String method = one(METHODS);
            String target = target(one(paths));
            byte[] body = method.equals("GET") ? new byte[0] : body();
            List<String> headers = headers();
            RawHttp.Answer answer = http.send(method, target, body, headers.toArray(String[]::new));
            String what = "request %d of seed %d: %s %s %s %s -> %s"
                    .formatted(i, SEED, method, target, headers, new String(body, ISO_8859_1), answer);
            if (answer.status() >= 500
                    || answer.status() >= 400
                            && !method.equals("HEAD")
                            && detail(answer.body()).isBlank()) {
                wrong.add(what);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String detail(String body) {
        try {
            JsonNode json = JsonMapper.shared().readTree(body);
            return json.path("detail").stringValue("");
        } catch (JacksonException e) {
            return "";
        }
    }

    private static List<String> paths(RawHttp http) {
        var paths = new ArrayList<String>();
        JsonMapper.shared()
                .readTree(http.get("/openapi.json").body())
                .get("paths")
                .propertyNames()
                .forEach(paths::add);
        // The server has to be there for the next request.
        paths.remove("/stop");
        // It asks for a list of workflows, which the in-process Temporal does not have: 503.
        paths.remove("/processor/external");
        return paths;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String target(String path) {
        var target = new StringBuilder();
        for (String segment : path.split("(?=/)")) {
            target.append(segment.contains("{") ? "/" + encoded(one(ODD)) : segment);
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            target.append(target.indexOf("?") < 0 ? '?' : '&')
                    .append(one(QUERY))
                    .append('=');
            target.append(random.nextInt(3) == 0 ? mets : encoded(one(ODD)));
        }
        return target.toString();
    }

    private String encoded(String text) {
        // Now and then as it is, which no client library would do; a blank or a line's end would make another request
        // of it.
        return random.nextInt(4) == 0 && text.matches("[!-~]*") ? text : URLEncoder.encode(text, UTF_8);
    }

    private List<String> headers() {
        var headers = new ArrayList<String>();
        String type = one(TYPES);
        if (!type.isEmpty()) {
            headers.add("Content-Type: " + type);
        }
        if (random.nextInt(3) == 0) {
            headers.add("Accept: "
                    + one(List.of("*/*", "text/html", "image/png", "application/json", "application/xml;q=x", ";;")));
        }
        if (random.nextInt(8) == 0) {
            headers.add(one(List.of(
                    "Range: bytes=5-1",
                    "If-None-Match: \"x\"",
                    "Content-Encoding: gzip",
                    "Origin: http://x",
                    "Expect: x",
                    "Accept-Encoding: br;q=nan",
                    "Authorization: Basic ///",
                    "Cookie: a=b",
                    "X-Forwarded-Host: x y")));
        }
        return headers;
    }

    private byte[] body() {
        byte[] body = switch (random.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> form().getBytes(UTF_8);
            default -> json().getBytes(UTF_8);
        };
        for (int i = random.nextInt(3) == 0 ? random.nextInt(4) : 0; i > 0 && body.length > 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return body;
    }

    private String form() {
        String name = one(List.of("workflow", "workflow", "page_id", ""));
        String file = random.nextBoolean() ? "; filename=\"w.txt\"" : "";
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"" + file + "\r\n\r\n" + script()
                + "\r\n--b--\r\n";
    }

    private String script() {
        return random.nextInt(3) == 0
                ? one(ODD)
                : "dummy -I IMG -O " + one(ODD) + " -P x " + one(ODD) + "\ndummy -I IMG -O B -p '" + one(ODD) + "'";
    }

    private String json() {
        var json = new StringBuilder("{\"path_to_mets\":\"" + mets + "\",\"input_file_grps\":[\"IMG\"]");
        for (int i = random.nextInt(5); i > 0; i--) {
            json.append(",\"").append(one(FIELDS)).append("\":").append(value(3));
        }
        return json.append('}').toString();
    }

    private String value(int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 8)) {
            case 0 -> "null";
            case 1 -> one(List.of("true", "false"));
            case 2 -> one(List.of("0", "-1", "1e400", "1e-400", "123456789012345678901234567890", "0.1", "01", "NaN"));
            case 3, 4, 5 -> JsonMapper.shared().writeValueAsString(one(ODD).replace("\ud800", "?"));
            case 6 -> "[" + value(depth - 1) + "," + value(depth - 1) + "]";
            default -> "{\"x\":" + value(depth - 1) + "}";
        };
    }
}
