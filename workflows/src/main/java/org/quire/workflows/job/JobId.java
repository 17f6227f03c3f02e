package org.quire.workflows.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.quire.workflows.run.RunId;

/** Names a job: {@code <run>-<step>-<unit>}, derived, so that no table maps ids. Opaque to clients. */
public record JobId(RunId run, int step, int unit) {

    public JobId {
        if (step < 0 || unit < 0) {
            throw new IllegalArgumentException(
                    "Expected step and unit from 0 up, but got " + step + " and " + unit + ".");
        }
    }

    /** @throws IllegalArgumentException if the text is no job id */
    @JsonCreator
    public static JobId parse(String text) {
        int unitAt = text.lastIndexOf('-');
        int stepAt = unitAt < 0 ? -1 : text.lastIndexOf('-', unitAt - 1);
        if (stepAt < 1) {
            throw new IllegalArgumentException("Expected a job id of the form RUN-STEP-UNIT, but got '" + text + "'.");
        }
        return new JobId(
                new RunId(text.substring(0, stepAt)),
                Integer.parseInt(text.substring(stepAt + 1, unitAt)),
                Integer.parseInt(text.substring(unitAt + 1)));
    }

    @JsonValue
    @Override
    public String toString() {
        return run + "-" + step + "-" + unit;
    }
}
