package org.quire.workflows.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Names a run; opaque to clients. Letters, digits and single hyphens, at most 64 characters, so that it is safe in paths. */
public record RunId(@JsonValue String value) {

    @JsonCreator
    public RunId {
        if (!value.matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")) {
            throw new IllegalArgumentException(
                    "Expected a run id of letters, digits and hyphens, but got '" + value + "'.");
        }
    }

    /** The id of the Temporal workflow that executes this run. */
    public String workflowId() {
        return "run/" + value;
    }

    @Override
    public String toString() {
        return value;
    }
}
