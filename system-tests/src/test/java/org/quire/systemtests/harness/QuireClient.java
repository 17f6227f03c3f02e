package org.quire.systemtests.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Speaks to Quire by REST, as any client would. */
public final class QuireClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> TERMINAL = Set.of("SUCCESS", "FAILED", "CANCELLED");
    private static final Duration WORKER_BACK = Duration.ofSeconds(60);
    private static final String BOUNDARY = "system-tests-7f3a9c";

    private final URI server;
    private final String token;
    private final HttpClient http = HttpClient.newHttpClient();

    public QuireClient(URI server) {
        this(server, "");
    }

    /** @param token empty: the server wants none */
    public QuireClient(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    public URI server() {
        return server;
    }

    public List<String> processors() {
        var names = new ArrayList<String>();
        json(get("/processor")).forEach(name -> names.add(name.asText()));
        return names;
    }

    /** Submits a script that must be accepted; the answer of {@code POST /workflow/run}. */
    public JsonNode submit(Path mets, String script, Map<String, String> query) {
        HttpResponse<String> answer = trySubmit(mets.toString(), script, query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    /** Submits a page-wise run of a script and answers its id. */
    public String submitPageWise(Path mets, String script, String pages) {
        return submit(mets, script, Map.of("page_wise", "True", "page_id", pages))
                .get("job_id")
                .asText();
    }

    /** Submits a script, whatever comes of it. */
    public HttpResponse<String> trySubmit(String mets, String script, Map<String, String> query) {
        String parameters = query.entrySet().stream()
                .map(entry -> "&" + entry.getKey() + "=" + encode(entry.getValue()))
                .collect(Collectors.joining());
        String body = "--" + BOUNDARY
                + "\r\nContent-Disposition: form-data; name=\"workflow\"; filename=\"workflow.txt\"\r\n\r\n"
                + script + "\r\n--" + BOUNDARY + "--\r\n";
        return send(HttpRequest.newBuilder(server.resolve("/workflow/run?mets_path=" + encode(mets) + parameters))
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Asks for a run of one processor, whatever comes of it. */
    public HttpResponse<String> tryProcessor(String processor, ObjectNode request) {
        return send(HttpRequest.newBuilder(server.resolve("/processor/run/" + processor))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(request.toString())));
    }

    /** Asks for a run of one processor that must be accepted; the answer. */
    public JsonNode processor(String processor, ObjectNode request) {
        HttpResponse<String> answer = tryProcessor(processor, request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    /** The body of a request for a run of one processor. */
    public static ObjectNode request(Path mets, String inputGroup, String outputGroup) {
        ObjectNode request = JSON.createObjectNode().put("path_to_mets", mets.toString());
        request.putArray("input_file_grps").add(inputGroup);
        request.putArray("output_file_grps").add(outputGroup);
        return request;
    }

    /** The answer of {@code GET /run/{id}}; asked again, as a 503 says, while the worker that has the run is away. */
    public JsonNode run(String runId) {
        String path = "/run/" + runId;
        HttpResponse<String> answer = await("an answer of " + path)
                .atMost(WORKER_BACK)
                .pollDelay(Duration.ZERO)
                .until(() -> tryGet(path), got -> got.statusCode() != HttpURLConnection.HTTP_UNAVAILABLE);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return json(answer);
    }

    public String state(String runId) {
        return run(runId).get("state").asText();
    }

    /** Ids of all runs that the server lists. */
    public List<String> runIds() {
        var ids = new ArrayList<String>();
        json(get("/run?limit=500")).forEach(run -> ids.add(run.get("run_id").asText()));
        return ids;
    }

    /** The runs that hold or await pages of a workspace. */
    public List<JsonNode> locks(Path mets) {
        var entries = new ArrayList<JsonNode>();
        json(get("/workspace/locks?mets_path=" + encode(mets.toString())))
                .get("entries")
                .forEach(entries::add);
        return entries;
    }

    /** How many units a run has asked for and not yet been given; 0 if it isn't registered. */
    public int awaitedUnits(Path mets, String runId) {
        return locks(mets).stream()
                .filter(entry -> entry.get("run_id").asText().equals(runId))
                .mapToInt(entry -> entry.get("awaited_units").asInt())
                .sum();
    }

    public String jobState(String jobId) {
        return json(get("/processor/job/" + jobId)).get("state").asText();
    }

    public String jobLog(String jobId) {
        return get("/processor/log/" + jobId).body();
    }

    /** @param ending {@code cancel} or {@code stop} */
    public void end(String runId, String ending) {
        assertThat(tryEnd(runId, ending)).isEqualTo(202);
    }

    /** The status code of the answer. */
    public int tryEnd(String runId, String ending) {
        return post("/workflow/job/" + runId + "/" + ending).statusCode();
    }

    /** The run once it has ended, whatever its state. */
    public JsonNode awaitEnd(String runId, Duration longest) {
        await("run " + runId + " ends")
                .atMost(longest)
                .pollInterval(Duration.ofMillis(150))
                .until(() -> TERMINAL.contains(state(runId)));
        return run(runId);
    }

    /** Waits for the end of a run that must succeed. */
    public JsonNode awaitSuccess(String runId, Duration longest) {
        JsonNode run = awaitEnd(runId, longest);
        assertThat(run.get("state").asText()).as(run.toPrettyString()).isEqualTo("SUCCESS");
        return run;
    }

    /** Waits for a state of a job. */
    public void awaitJob(String jobId, String state, Duration longest) {
        await("job " + jobId + " is " + state)
                .atMost(longest)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> jobState(jobId).equals(state));
    }

    /** A GET, whatever comes of it. */
    public HttpResponse<String> tryGet(String path) {
        return send(HttpRequest.newBuilder(server.resolve(path)));
    }

    /** A GET that must be answered with 200, as JSON. */
    public JsonNode getJson(String path) {
        return json(get(path));
    }

    /** A GET that must be answered with 200. */
    public HttpResponse<String> get(String path) {
        HttpResponse<String> answer = tryGet(path);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return answer;
    }

    /** The answer of {@code GET /processor/job/{id}}. */
    public JsonNode job(String jobId) {
        return json(get("/processor/job/" + jobId));
    }

    /** The jobs of a run that are handed out, by {@code GET /processor/external}. */
    public List<JsonNode> handedOut(String runId) {
        var jobs = new ArrayList<JsonNode>();
        for (JsonNode job : json(get("/processor/external"))) {
            if (job.get("job_id").asText().startsWith(runId + "-")) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    /**
     * Reports a job from outside.
     *
     * @param token null: none
     * @return the status of the answer
     */
    public int report(String jobId, String state, @Nullable String token) {
        var request = HttpRequest.newBuilder(server.resolve("/result_callback"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"job_id\":\"%s\",\"state\":\"%s\",\"path_to_mets\":\"/m\",\"workspace_id\":\"\"}"
                                .formatted(jobId, state)));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return send(request).statusCode();
    }

    /** A POST without a body; any answer will do. */
    public HttpResponse<String> post(String path) {
        return send(HttpRequest.newBuilder(server.resolve(path)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return http.send(
                    request.timeout(Duration.ofSeconds(60)).build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError("Expected JSON, but got: " + answer.body(), e);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
