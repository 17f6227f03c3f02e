package org.quire.workflows.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** Names a run; opaque to clients. Letters, digits and single hyphens, at most 64 characters, so that it is safe in paths. */
public record RunId(@JsonValue String value) {

    private static final String FORM = "[A-Za-z0-9][A-Za-z0-9-]{0,63}";

    @JsonCreator
    public RunId {
        if (!value.matches(FORM)) {
            throw new IllegalArgumentException(
                    "Expected a run id of letters, digits and hyphens, but got '" + value + "'.");
        }
    }

    /** Empty if it can't be the id of a run. */
    public static Optional<RunId> parse(String value) {
        return value.matches(FORM) ? Optional.of(new RunId(value)) : Optional.empty();
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
