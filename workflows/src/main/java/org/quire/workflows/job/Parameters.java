package org.quire.workflows.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The parameters of a processor, a JSON object as its {@code ocrd-tool.json} describes. Not to be changed once made. */
public record Parameters(@JsonValue ObjectNode json) {

    public static final Parameters NONE = new Parameters(JsonNodeFactory.instance.objectNode());

    @JsonCreator
    public Parameters {}

    /** As JSON text on one line. */
    @Override
    public String toString() {
        return json.toString();
    }
}
