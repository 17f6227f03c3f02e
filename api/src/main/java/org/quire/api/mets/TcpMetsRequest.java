package org.quire.api.mets;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request of the METS server's protocol in an envelope that names its workspace, as OCR-D's client sends it.
 *
 * @param workspacePath folder of the workspace
 * @param methodType HTTP method of the request inside
 * @param responseType {@code text}, {@code dict}, {@code class} or {@code empty}
 * @param requestUrl path of the request inside, without a leading slash
 * @param requestData empty, or with one of {@code params}, {@code form} and {@code class}
 */
record TcpMetsRequest(
        @JsonProperty("workspace_path") @Nullable String workspacePath,
        @JsonProperty("method_type") @Nullable String methodType,
        @JsonProperty("response_type") @Nullable String responseType,
        @JsonProperty("request_url") @Nullable String requestUrl,
        @JsonProperty("request_data") @Nullable JsonNode requestData) {

    private static final List<String> RESPONSE_TYPES = List.of("text", "dict", "class", "empty");

    /** What the protocol knows. Clients send more, also lists, which OCR-D's server ignores. */
    private static final List<String> FIELDS =
            List.of("file_grp", "file_id", "page_id", "mimetype", "url", "local_filename", "force");

    String workspace() {
        return required("workspace_path", workspacePath);
    }

    /** Whether the client wants no content. */
    boolean wantsNothing() {
        return "empty".equals(responseType);
    }

    /** @throws BadMetsRequest if the envelope is not as it should be */
    MetsRequest content() {
        if (!RESPONSE_TYPES.contains(required("response_type", responseType))) {
            throw new BadMetsRequest(
                    "Expected response_type as one of " + RESPONSE_TYPES + ", but got '" + responseType + "'.");
        }
        JsonNode data = requestData;
        JsonNode params = data == null ? null : data.get("params");
        JsonNode form = data == null ? null : data.get("form");
        return new MetsRequest(
                required("method_type", methodType),
                required("request_url", requestUrl),
                values(params == null ? form : params),
                data == null ? null : data.get("class"));
    }

    private static Map<String, String> values(@Nullable JsonNode fields) {
        Map<String, String> values = new HashMap<>();
        if (fields == null || fields.isNull()) {
            return values;
        }
        if (!fields.isObject()) {
            throw new BadMetsRequest("Expected params and form as JSON objects, but got another type.");
        }
        for (String name : FIELDS) {
            JsonNode value = fields.get(name);
            if (value != null && value.isContainer()) {
                throw new BadMetsRequest("Expected " + name + " as a single value, but got several.");
            }
            if (value != null && !value.isNull()) {
                values.put(name, value.asString());
            }
        }
        return values;
    }

    private static String required(String name, @Nullable String value) {
        if (value == null) {
            throw new BadMetsRequest("Expected the field " + name + ", but it is missing.");
        }
        return value;
    }
}
