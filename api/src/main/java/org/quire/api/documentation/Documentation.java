package org.quire.api.documentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quire.api.documentation.ApiTexts.Answer;
import org.quire.api.documentation.ApiTexts.Body;
import org.quire.api.documentation.ApiTexts.Operation;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Adds names, texts, examples and faults to the description that is made of the code. */
@Component
class Documentation implements OpenApiCustomizer {

    private static final ObjectMapper JSON = Json31.mapper();
    private static final String PLAIN_JSON = "application/json";
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final int INVALID = 422;

    private final ApiTexts texts = ApiTexts.read();

    @Override
    public void customise(OpenAPI api) {
        Components components = api.getComponents();
        texts.schemas().forEach((name, schema) -> components.addSchemas(name, schema(schema)));
        api.getPaths()
                .forEach((path, item) -> item.readOperationsMap().forEach((method, operation) -> {
                    Operation own = texts.operations().get(method + " " + path);
                    if (own != null) {
                        complete(operation, own, components);
                    }
                }));
    }

    private void complete(io.swagger.v3.oas.models.Operation operation, Operation own, Components components) {
        operation.setOperationId(own.id());
        if (operation.getParameters() != null && own.parameters() != null) {
            operation.getParameters().forEach(parameter -> {
                ApiTexts.Parameter text = own.parameters().get(parameter.getName());
                if (text != null) {
                    parameter.description(text.text()).example(plain(text.example()));
                }
            });
        }
        if (own.body() != null) {
            operation.setRequestBody(body(operation.getRequestBody(), own.body(), components));
        }
        ApiResponses answers = operation.getResponses();
        own.answers().forEach((status, answer) -> complete(answers.get(status.toString()), answer));
        texts.faults(own).forEach((status, detail) -> answers.addApiResponse(status.toString(), fault(status, detail)));
        if (own.invalid() != null) {
            ApiResponse known = answers.computeIfAbsent(
                    Integer.toString(INVALID),
                    any -> new ApiResponse()
                            .description(HttpStatus.UNPROCESSABLE_CONTENT.getReasonPhrase())
                            .content(new Content()));
            known.getContent().addMediaType(PLAIN_JSON, invalid(own.invalid()));
        }
    }

    private static void complete(@Nullable ApiResponse response, Answer answer) {
        if (response == null) {
            // The code answers with another status; the test of this description tells.
            return;
        }
        Schema<?> schema = answer.schema() == null ? schemaOf(response.getContent()) : schema(answer.schema());
        response.description(answer.text()).content(content(answer.type(), schema, answer.example()));
    }

    private static RequestBody body(@Nullable RequestBody made, Body body, Components components) {
        Schema<?> schema = body.schema() == null
                ? schemaOf(made == null ? new Content() : made.getContent())
                : schema(body.schema());
        describeFields(schema, body, components);
        return new RequestBody()
                .description(body.text())
                .required(true)
                .content(content(body.type(), schema, body.example()));
    }

    private static void describeFields(Schema<?> schema, Body body, Components components) {
        if (schema.get$ref() == null || body.properties() == null) {
            return;
        }
        String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
        Schema<?> named = Objects.requireNonNull(components.getSchemas().get(name));
        named.setRequired(body.required());
        Map<String, Schema> fields = named.getProperties();
        Objects.requireNonNullElse(body.schemas(), Map.<String, JsonNode>of())
                .forEach((field, better) -> fields.put(field, schema(better)));
        body.properties().forEach((field, text) -> {
            if (fields.containsKey(field)) {
                fields.get(field).description(text);
            }
        });
    }

    private static ApiResponse fault(int status, String detail) {
        var example = new LinkedHashMap<String, Object>();
        HttpStatus named = HttpStatus.valueOf(status);
        example.put("title", named.getReasonPhrase());
        example.put("status", status);
        example.put("detail", detail);
        return new ApiResponse()
                .description(named.getReasonPhrase())
                .content(new Content()
                        .addMediaType(
                                PROBLEM_JSON,
                                new MediaType().schema(reference("Problem")).example(example)));
    }

    private static MediaType invalid(String message) {
        var example = new LinkedHashMap<String, @Nullable Object>();
        example.put("status_code", 10422);
        example.put("message", message);
        example.put("data", null);
        example.put("detail", message);
        return new MediaType().schema(reference("InvalidRequest")).example(example);
    }

    private static Schema<?> reference(String name) {
        return new Schema<>().$ref("#/components/schemas/" + name);
    }

    private static Content content(@Nullable String type, Schema<?> schema, JsonNode example) {
        return new Content()
                .addMediaType(
                        Objects.requireNonNullElse(type, PLAIN_JSON),
                        new MediaType().schema(schema).example(plain(example)));
    }

    private static Schema<?> schemaOf(Content content) {
        return content.values().stream()
                .findFirst()
                .map(MediaType::getSchema)
                .orElseThrow(() -> new IllegalStateException("Expected a schema for a body that has an example."));
    }

    private static Schema<?> schema(JsonNode json) {
        return JSON.convertValue(json, Schema.class);
    }

    private static Object plain(JsonNode json) {
        return JSON.convertValue(json, Object.class);
    }
}
