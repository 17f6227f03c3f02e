package org.quire.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quire.api.run.PlannedAnswer;
import org.quire.api.run.RunDetails;
import org.quire.api.run.RunSummary;
import org.quire.workflows.engine.QuireData;

/** Calls one server. Every call either returns its answer or throws {@link RequestRefused} or {@link ServerFailed}. */
public final class QuireClient {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final URI server;
    private final Credentials credentials;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /** @param credentials what it may do there */
    public QuireClient(URI server, Credentials credentials) {
        String text = server.toString();
        this.server = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        this.credentials = credentials;
    }

    /** A client of a server that asks for no token. */
    public QuireClient(URI server) {
        this(server, Credentials.NONE);
    }

    public URI server() {
        return server;
    }

    /** Whether a Quire answers there: its health alone would not tell it from another program on the same port. */
    public boolean isThere() {
        try {
            HttpResponse<String> answer =
                    http.send(request("/").timeout(LOOK).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 401) {
                return answer.headers().allValues("WWW-Authenticate").stream()
                        .anyMatch(value -> value.contains("realm=\"Quire\""));
            }
            return answer.statusCode() == 200
                    && read(answer.body(), new TypeReference<JsonNode>() {})
                            .path("message")
                            .asText()
                            .contains("Quire");
        } catch (IOException | ServerFailed e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** @return the id of the new run */
    public Answer<String> submit(RunSubmission run) {
        return newRun(post("/workflow/run", run));
    }

    /** What the run would do; nothing is started. */
    public Answer<PlannedAnswer> validate(RunSubmission run) {
        String json = post("/workflow/validate", run);
        return new Answer<>(json, read(json, new TypeReference<>() {}));
    }

    private String post(String path, RunSubmission run) {
        var query = new LinkedHashMap<String, String>();
        query.put("mets_path", run.metsPath());
        if (!run.pages().isEmpty()) {
            query.put("page_id", run.pages());
        }
        Integer pagesPerJob = run.pagesPerJob();
        if (pagesPerJob != null) {
            query.put("page_wise", Boolean.toString(pagesPerJob == 1));
            if (pagesPerJob > 1) {
                query.put("page_step", pagesPerJob.toString());
            }
        }
        if (run.overwrite()) {
            query.put("overwrite", "true");
        }
        MultipartBody body = MultipartBody.ofFile("workflow", "workflow.txt", run.script());
        return send(request(path + "?" + encoded(query))
                .header("Content-Type", body.contentType())
                .POST(body.publisher()));
    }

    public Answer<RunDetails> run(String id) {
        String json = send(request("/run/" + segment(id)));
        return new Answer<>(json, read(json, new TypeReference<>() {}));
    }

    public Answer<List<RunSummary>> runs(int limit) {
        String json = send(request("/run?limit=" + limit));
        return new Answer<>(json, read(json, new TypeReference<>() {}));
    }

    public Answer<List<String>> processors() {
        String json = send(request("/processor"));
        return new Answer<>(json, read(json, new TypeReference<>() {}));
    }

    public String log(String jobId) {
        return send(request("/processor/log/" + segment(jobId)));
    }

    /** Starts no further job of the run; the running ones end. */
    public String cancel(String id) {
        return send(request("/workflow/job/" + segment(id) + "/cancel").POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** Interrupts the running jobs of the run. */
    public String stop(String id) {
        return send(request("/workflow/job/" + segment(id) + "/stop").POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** @return the id of the run that does what the ended one left undone */
    public Answer<String> resume(String id) {
        return newRun(
                send(request("/workflow/job/" + segment(id) + "/resume").POST(HttpRequest.BodyPublishers.noBody())));
    }

    private Answer<String> newRun(String json) {
        String id = read(json, new TypeReference<JsonNode>() {}).path("job_id").asText();
        if (id.isEmpty()) {
            throw new ServerFailed("Expected the id of the run from " + server + ", but got: " + json);
        }
        return new Answer<>(json, id);
    }

    /**
     * Starts a comparison of what Quire knows with what is on disk.
     *
     * @param metsPath of one workspace; null: of all
     * @return its id
     */
    public String startCheckup(@Nullable String metsPath, boolean fixity, boolean repair) {
        var query = new LinkedHashMap<String, String>();
        if (metsPath != null) {
            query.put("mets_path", metsPath);
        }
        query.put("fixity", Boolean.toString(fixity));
        query.put("repair", Boolean.toString(repair));
        String json = send(request("/checkup?" + encoded(query)).POST(HttpRequest.BodyPublishers.noBody()));
        return read(json, new TypeReference<JsonNode>() {}).path("checkup_id").asText();
    }

    public CheckupAnswer checkup(String id) {
        return read(send(request("/checkup/" + segment(id))), new TypeReference<>() {});
    }

    /** Ends the server in good order. */
    public String shutDown() {
        return send(request("/stop").POST(HttpRequest.BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + pathAndQuery))
                .header("Accept", "application/json, */*;q=0.5")
                .timeout(LONGEST_ANSWER);
        credentials.header().ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    private String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer =
                    http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (answer.statusCode() < 300) {
                return answer.body();
            }
            List<String> faults = faults(answer.body(), answer.statusCode());
            if (answer.statusCode() < 500) {
                throw new RequestRefused(answer.statusCode(), faults);
            }
            throw new ServerFailed(String.join("\n", faults));
        } catch (IOException e) {
            throw new ServerFailed("No Quire answers at " + server + "; start one with `quire serve`.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailed("Interrupted while waiting for " + server + ".", e);
        }
    }

    private static List<String> faults(String body, int status) {
        var faults = new ArrayList<String>();
        try {
            JsonNode problem = QuireData.mapper().readTree(body);
            problem.path("faults").forEach(fault -> faults.add(fault.asText()));
            if (faults.isEmpty() && problem.hasNonNull("detail")) {
                faults.add(problem.path("detail").asText());
            }
        } catch (JsonProcessingException e) {
            faults.clear();
        }
        if (faults.isEmpty()) {
            faults.add("The server answered with HTTP status " + status + (body.isBlank() ? "." : ": " + body.strip()));
        }
        return faults;
    }

    private static String encoded(Map<String, String> query) {
        return query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String segment(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static <T> T read(String json, TypeReference<T> type) {
        try {
            return QuireData.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw notUnderstood(e);
        }
    }

    private static ServerFailed notUnderstood(JsonProcessingException e) {
        return new ServerFailed(
                "The server's answer is not understood; is it another version? " + e.getOriginalMessage(), e);
    }
}
