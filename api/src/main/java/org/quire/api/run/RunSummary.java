package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunState;

/**
 * One line of the list of runs.
 *
 * @param workspace the real path of its METS
 * @param endedAt null: it goes on
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunSummary(
        @JsonProperty("run_id") RunId runId,
        RunState state,
        String workspace,
        int steps,
        int pages,
        @JsonProperty("started_at") Instant startedAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt) {}
