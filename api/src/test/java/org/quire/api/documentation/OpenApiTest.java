package org.quire.api.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The description at {@code /openapi.json} against the endpoints and what they really answer. */
@ServedApiTest
class OpenApiTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    /** Clients are generated from these names: a change breaks them. */
    private static final Path IDS = Path.of("src", "test", "resources", "openapi", "operation-ids.txt");

    @LocalServerPort
    private int port;

    @Autowired
    private FakeRuns runs;

    @Autowired
    private DataLayout layout;

    @Autowired
    private ApiProperties properties;

    @Autowired
    private RequestMappingHandlerMapping requestMappingHandlerMapping;

    private JsonNode api;
    private Path mets;

    @BeforeEach
    void startAfresh() throws IOException {
        runs.reset();
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "qSF", "ccX"));
        runs.know(Samples.snapshot(Samples.plan("e", 1), Samples.SUBMITTED, RunState.SUCCESS, "SSS", "SSS"));
        ApiTest.Workers.offer(layout, "{\"executable\":\"ocrd-dummy\",\"steps\":[]}", "ocrd-dummy");
        mets = Book.writeMets(Files.createTempDirectory(properties.workspaces().getFirst(), "book"), 3);
        api = JSON.readTree(new RawHttp(port).get("/openapi.json").body());
    }

    private void eachOperation(BiConsumer<String, JsonNode> check) {
        api.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> check.accept(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue())));
    }

    @Test
    void isOpenApi31() {
        assertThat(api.get("openapi").stringValue()).startsWith("3.1");
    }

    @Test
    void describesEveryEndpointAndNoOther() {
        List<String> mapped = requestMappingHandlerMapping.getHandlerMethods().entrySet().stream()
                .filter(entry -> entry.getValue().getBeanType().getName().startsWith("org.quire."))
                .filter(entry ->
                        !ErrorController.class.isAssignableFrom(entry.getValue().getBeanType()))
                .flatMap(entry -> entry.getKey().getMethodsCondition().getMethods().stream()
                        .flatMap(method ->
                                entry.getKey().getPatternValues().stream().map(path -> method + " " + path)))
                .toList();
        var described = new ArrayList<String>();
        eachOperation((name, operation) -> described.add(name));

        assertThat(described).containsExactlyInAnyOrderElementsOf(mapped);
        assertThat(ApiTexts.read().operations().keySet()).containsExactlyInAnyOrderElementsOf(mapped);
    }

    @Test
    void keepsTheNamesOfItsOperations() throws IOException {
        Map<String, String> ids = new TreeMap<>();
        eachOperation(
                (name, operation) -> ids.put(name, operation.get("operationId").stringValue()));

        assertThat(ids.entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue()))
                .containsExactlyElementsOf(Files.readAllLines(IDS));
        assertThat(ids.values()).doesNotHaveDuplicates();
    }

    @Test
    void saysSomethingOfEveryPart() {
        eachOperation((name, operation) -> {
            assertThat(operation.path("summary").stringValue("")).as(name).isNotBlank();
            operation.path("parameters").forEach(parameter -> {
                String where = name + " " + parameter.get("name");
                assertThat(parameter.path("description").stringValue(""))
                        .as(where)
                        .isNotBlank();
                assertThat(parameter.has("example")).as(where).isTrue();
            });
            assertThat(operation.get("responses").propertyNames()).as(name).contains("400", "401", "403");
            bodies(operation)
                    .forEach(body -> assertThat(body.has("example") || isOfNothing(body))
                            .as(name)
                            .isTrue());
        });
    }

    /** OCR-D's server answers some calls with {@code null}, of which there is no example to give. */
    private static boolean isOfNothing(JsonNode body) {
        return body.path("schema").path("type").stringValue("").equals("null");
    }

    /** Each media type of the request and of every answer. */
    private static Stream<JsonNode> bodies(JsonNode operation) {
        Stream<JsonNode> answers = operation
                .get("responses")
                .valueStream()
                .flatMap(answer -> answer.path("content").valueStream());
        return Stream.concat(operation.path("requestBody").path("content").valueStream(), answers);
    }

    @Test
    void givesExamplesThatItsOwnSchemasAllow() {
        eachOperation((name, operation) -> {
            bodies(operation)
                    .filter(body -> !isOfNothing(body))
                    .forEach(body -> assertAllowed(name, body.get("schema"), body.get("example")));
            operation
                    .path("parameters")
                    .forEach(parameter -> assertAllowed(name, parameter.get("schema"), parameter.get("example")));
        });
    }

    private void assertAllowed(String what, JsonNode schema, JsonNode value) {
        ObjectNode whole = JSON.createObjectNode();
        whole.set("allOf", JSON.createArrayNode().add(schema));
        whole.set("components", api.get("components"));
        ObjectNode strict = whole.deepCopy();
        forbidUnknownFields(strict);
        assertThat(SCHEMAS.getSchema(strict.toString(), InputFormat.JSON).validate(value.toString(), InputFormat.JSON))
                .as("%s: %s against %s", what, value, schema)
                .isEmpty();
    }

    /** A field that the schema does not name is a field that the description forgot. */
    private static void forbidUnknownFields(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        node.forEach(OpenApiTest::forbidUnknownFields);
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "GET, /, /, 200",
        "GET, /processor, /processor, 200",
        "GET, /processor/info/{name}, /processor/info/ocrd-dummy, 200",
        "GET, /processor/info/{name}, /processor/info/x, 404",
        "GET, /processor/job/{id}, /processor/job/r-0-1, 200",
        "GET, /processor/job/{id}, /processor/job/x, 422",
        "GET, /processor/log/{id}, /processor/log/r-0-1, 200",
        "GET, /workflow/job-simple/{id}, /workflow/job-simple/r, 200",
        "GET, /workflow/job/{id}, /workflow/job/r, 200",
        "GET, /workflow/job/{id}, /workflow/job/x, 404",
        "GET, /workflow/{id}, /workflow/x, 404",
        "POST, /workflow/job/{id}/cancel, /workflow/job/r/cancel, 202",
        "POST, /workflow/job/{id}/stop, /workflow/job/e/stop, 409",
        "POST, /workflow/run, /workflow/run, 422",
        "POST, /workflow, /workflow, 422",
        "GET, /run, /run, 200",
        "GET, /run, /run?limit=x, 422",
        "GET, /run/{id}, /run/r, 200",
        "GET, /run/{id}, /run/e, 200",
        "GET, /run/{id}, /run/a%2Fb, 400",
        "GET, /workspace/locks, /workspace/locks?mets_path=METS, 200",
        "GET, /workspace/locks, /workspace/locks?mets_path=/nowhere, 404",
        "POST, /processor/run/{name}, /processor/run/ocrd-dummy, 422",
    })
    void answersAsItIsDescribed(String method, String path, String target, int status) {
        described(
                method + " " + path,
                new RawHttp(port).send(method, target.replace("METS", mets.toString()), new byte[0]),
                status);
    }

    @Test
    void answersToSubmissionsAsItIsDescribed() {
        String job = "{\"path_to_mets\":\"%s\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"]%s}";
        String form = "--b\r\nContent-Disposition: form-data; name=\"workflow\"; filename=\"w\"\r\n\r\n%s\r\n--b--\r\n";
        String[] json = {"Content-Type: application/json"};
        String[] multipart = {"Content-Type: multipart/form-data; boundary=b"};

        described(
                "POST /processor/run/{name}",
                post("/processor/run/ocrd-dummy", job.formatted(mets, ",\"page_id\":\"P1\""), json),
                200);
        described(
                "POST /processor/run/{name}",
                post("/processor/run/ocrd-dummy", job.formatted(mets, ",\"overwrite\":{}"), json),
                422);
        described("POST /processor/run/{name}", post("/processor/run/ocrd-dummy", job.formatted("/x", ""), json), 404);
        described(
                "POST /processor/run/{name}",
                post("/processor/run/ocrd-dummy", "x", new String[] {"Content-Type: text/plain"}),
                415);
        String run = "/workflow/run?page_wise=True&mets_path=" + mets;
        described("POST /workflow/run", post(run, form.formatted("dummy -I IMG -O B"), multipart), 200);
        described("POST /workflow/run", post(run, form.formatted("nothing -I IMG -O B"), multipart), 406);
        String look = "/workflow/validate?mets_path=" + mets;
        described("POST /workflow/validate", post(look, form.formatted("dummy -I IMG -O B"), multipart), 200);
        described("POST /workflow/validate", post(look, form.formatted("nothing -I IMG -O B"), multipart), 406);
        described(
                "POST /workflow",
                post("/workflow", form.formatted("dummy -I A -O " + System.nanoTime()), multipart),
                201);
        RawHttp.Answer stored = post("/workflow", form.formatted("dummy -I A -O B"), multipart);
        described("POST /workflow", stored, stored.status());
        described("POST /workflow", post("/workflow", form.formatted("dummy -I A -O B"), multipart), 409);
    }

    private RawHttp.Answer post(String target, String body, String[] headers) {
        return new RawHttp(port).send("POST", target, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    @Test
    void answersAsItIsDescribedWhileTemporalIsAway() {
        runs.goAway();

        described("GET /run/{id}", new RawHttp(port).get("/run/r"), 503);
    }

    private void described(String operation, RawHttp.Answer answer, int status) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        String path = operation.split(" ")[1];
        JsonNode content = api.get("paths")
                .get(path)
                .get(operation.split(" ")[0].toLowerCase(Locale.ROOT))
                .get("responses")
                .path(Integer.toString(status))
                .path("content");
        String type = answer.header("Content-Type").orElseThrow();
        JsonNode body = content.has(type) ? content.get(type) : content.get(type.replaceFirst(";.*", ""));
        assertThat(body)
                .as("%s answers %s with %s, but described are %s", operation, status, type, content)
                .isNotNull();
        JsonNode value = type.contains("json")
                ? JSON.readTree(answer.body())
                : JSON.getNodeFactory().stringNode(answer.body());
        assertAllowed(operation + " " + status, body.get("schema"), value);
    }
}
