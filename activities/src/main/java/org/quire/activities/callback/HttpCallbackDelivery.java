package org.quire.activities.callback;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackDelivery;
import org.quire.workflows.engine.QuireData;

/** POSTs callbacks as JSON. Redirects are not followed: they could lead away from the targets that were allowed. */
public final class HttpCallbackDelivery implements CallbackDelivery {

    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final HttpClient http;
    private final Duration requestTimeout;

    /**
     * @param connectTimeout most time to reach the receiver
     * @param requestTimeout most time until it has answered
     */
    public HttpCallbackDelivery(Duration connectTimeout, Duration requestTimeout) {
        // HTTP 1.1: small servers stumble over the offer to change to HTTP 2.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.requestTimeout = requestTimeout;
    }

    /** OCR-D's PYResultMessage; without a workspace id it has an empty one. */
    @JsonPropertyOrder({"job_id", "state", "path_to_mets", "workspace_id"})
    record ResultMessage(
            @JsonProperty("job_id") String jobId,
            @JsonProperty("state") String state,
            @JsonProperty("path_to_mets") String pathToMets,
            @JsonProperty("workspace_id") String workspaceId) {}

    @Override
    public void post(Callback callback) {
        URI target = target(callback.url());
        try {
            HttpResponse<Void> answer = http.send(request(target, callback), BodyHandlers.discarding());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(
                        "Expected a 2xx answer from " + target + ", but got " + answer.statusCode() + ".");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Expected an answer from " + target + ", but got " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for an answer from " + target + ".", e);
        }
    }

    private HttpRequest request(URI target, Callback callback) throws IOException {
        var message = new ResultMessage(callback.jobId(), callback.state(), callback.pathToMets(), "");
        return HttpRequest.newBuilder(target)
                .timeout(requestTimeout)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(QuireData.mapper().writeValueAsBytes(message)))
                .build();
    }

    private static URI target(String url) {
        try {
            URI target = new URI(url);
            if (target.getScheme() != null
                    && SCHEMES.contains(target.getScheme().toLowerCase(Locale.ROOT))
                    && target.getHost() != null) {
                return target;
            }
        } catch (URISyntaxException e) {
            throw impossible(url, e);
        }
        throw impossible(url, null);
    }

    private static ApplicationFailure impossible(String url, @Nullable Throwable cause) {
        return ApplicationFailure.newNonRetryableFailureWithCause(
                "Expected an http or https address, but got '" + url + "'.", "CallbackImpossible", cause);
    }
}
