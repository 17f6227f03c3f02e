package org.quire.activities.warm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import org.quire.workflows.engine.QuireData;

/** The same text for objects that differ only in the order of their fields. */
final class CanonicalJson {

    private static final ObjectWriter WRITER =
            QuireData.mapper().writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private CanonicalJson() {}

    static String of(JsonNode json) {
        try {
            // The option orders maps, but not trees.
            return WRITER.writeValueAsString(QuireData.mapper().treeToValue(json, Object.class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Expected a JSON value, but got '" + json + "'.", e);
        }
    }
}
