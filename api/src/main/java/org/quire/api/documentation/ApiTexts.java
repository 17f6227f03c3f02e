package org.quire.api.documentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * {@code operations.yaml}, as it is written.
 *
 * @param always details of faults that every operation may answer, by status
 * @param common the same, for operations that list the status under {@code also}
 * @param operations by method and path, such as {@code GET /run/{id}}
 */
record ApiTexts(
        Map<Integer, String> always,
        Map<Integer, String> common,
        Map<String, JsonNode> schemas,
        Map<String, Operation> operations) {

    /**
     * @param id stable, since client generators make names of it
     * @param refusals details of faults by status
     * @param invalid the message of a request that is not of the expected form; null: there is no such fault
     */
    record Operation(
            String id,
            @Nullable Map<String, Parameter> parameters,
            @Nullable Body body,
            Map<Integer, Answer> answers,
            @Nullable Map<Integer, String> refusals,
            @Nullable String invalid,
            @Nullable List<Integer> also) {}

    record Parameter(String text, JsonNode example) {}

    /**
     * @param type null: JSON
     * @param schema null: as the code says
     * @param properties texts of the fields of that schema
     * @param required fields that a request must have; null: none
     * @param schemas schemas of such fields of which the code says too little
     */
    record Body(
            String text,
            @Nullable String type,
            @Nullable JsonNode schema,
            JsonNode example,
            @Nullable Map<String, String> properties,
            @Nullable List<String> required,
            @Nullable Map<String, JsonNode> schemas) {}

    /**
     * @param type null: JSON
     * @param schema null: as the code says
     */
    record Answer(
            String text, @Nullable String type, @Nullable JsonNode schema, JsonNode example) {}

    static ApiTexts read() {
        try (InputStream yaml =
                Objects.requireNonNull(ApiTexts.class.getResourceAsStream("/openapi/operations.yaml"))) {
            // Jackson's own reader of YAML knows no references.
            Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
            return new ObjectMapper().convertValue(tree, ApiTexts.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Details of all the faults of an operation, by status. */
    Map<Integer, String> faults(Operation operation) {
        var faults = new TreeMap<>(always);
        for (int status : Objects.requireNonNullElse(operation.also(), List.<Integer>of())) {
            faults.put(status, Objects.requireNonNull(common.get(status)));
        }
        faults.putAll(Objects.requireNonNullElse(operation.refusals(), Map.of()));
        return faults;
    }
}
