package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import org.quire.api.submission.Fault;
import org.quire.api.submission.SubmissionRefused;

/**
 * OCR-D's {@code PYResultMessage}, with what an agent outside may add; unknown fields are ignored.
 *
 * @param pathToMets not looked at: Quire knows it
 * @param workspaceId not looked at
 * @param reason why it failed
 * @param token the job's, unless a header has it
 */
public record ResultCallback(
        @JsonProperty("job_id") @Nullable String jobId,

        @Schema(allowableValues = {"SUCCESS", "FAILED"}) @Nullable
        String state,

        @JsonProperty("path_to_mets") @Nullable String pathToMets,
        @JsonProperty("workspace_id") @Nullable String workspaceId,
        @Nullable String reason,
        @Nullable String token) {

    private static final int LONGEST_REASON = 10_000;

    /** @throws SubmissionRefused if it is missing */
    String requiredJobId() {
        if (jobId == null || jobId.isBlank()) {
            throw new SubmissionRefused(Fault.Kind.BAD_REQUEST, "Expected job_id, but it is missing.");
        }
        return jobId;
    }

    /** @throws SubmissionRefused if the state is not one that a job ends in by itself */
    boolean isSuccess() {
        if ("SUCCESS".equals(state)) {
            return true;
        }
        if ("FAILED".equals(state)) {
            return false;
        }
        throw new SubmissionRefused(
                Fault.Kind.BAD_REQUEST, "Expected SUCCESS or FAILED as state, but got '" + state + "'.");
    }

    /** Cut to a length that a history can hold. */
    @Nullable
    String shortReason() {
        return reason == null || reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
    }
}
