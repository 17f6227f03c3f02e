package org.quire.api.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import org.quire.workflows.job.Parameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks parameters against a tool's entry of {@code ocrd-tool.json}, as ocrd's {@code ParameterValidator} does (Draft 2019-09, unknown
 * names forbidden, {@code format} not enforced). The entry given is never changed.
 */
public final class ParameterCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ParameterCheck.class);
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2019_09,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().locale(Locale.ENGLISH).build()));

    /** What {@code ocrd-tool.json} adds to JSON Schema and the validator would warn of. */
    private static final List<String> NO_SCHEMA_WORDS = List.of("content-type", "cacheable");

    private ParameterCheck() {}

    /** What is wrong, one sentence each; empty if nothing is. */
    public static List<String> faults(ObjectNode tool, Parameters parameters) {
        try {
            Schema schema = SCHEMAS.getSchema(schemaOf(tool).toString(), InputFormat.JSON);
            return schema.validate(parameters.toString(), InputFormat.JSON).stream()
                    .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                    .sorted()
                    .toList();
        } catch (SchemaException | IllegalArgumentException e) {
            // The author of the tool is to blame, not the client; the processor itself still checks.
            LOG.warn(
                    "The parameters of {} are not checked, its ocrd-tool.json is faulty: {}",
                    tool.path("executable"),
                    e.getMessage());
            return List.of();
        }
    }

    /** In {@code ocrd-tool.json} each parameter says itself that it is required; JSON Schema wants one list of names. */
    private static ObjectNode schemaOf(ObjectNode tool) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("type", "object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        tool.path("parameters").properties().forEach(parameter -> {
            JsonNode description = parameter.getValue().deepCopy();
            if (description.path("required").asBoolean()) {
                required.add(parameter.getKey());
            }
            removeRequiredFlags(description);
            if (description instanceof ObjectNode object) {
                object.remove(NO_SCHEMA_WORDS);
            }
            properties.set(parameter.getKey(), description);
        });
        return schema;
    }

    private static void removeRequiredFlags(JsonNode node) {
        if (node instanceof ObjectNode object && object.path("required").isBoolean()) {
            object.remove("required");
        }
        node.forEach(ParameterCheck::removeRequiredFlags);
    }
}
