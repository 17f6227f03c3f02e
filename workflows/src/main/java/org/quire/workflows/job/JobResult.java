package org.quire.workflows.job;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;

/**
 * How one job ended. A processor that exits with an error is a result, not an exception.
 *
 * @param succeeded whether the processor ended well and its files were published
 * @param reason why it failed, one sentence with the last words of the log; null if it succeeded
 * @param produced what the job adds to {@code mets.xml}; nothing if it failed
 * @param usage null if nothing was run
 */
public record JobResult(
        JobId jobId,
        boolean succeeded,
        @Nullable String reason,
        MetsAddition produced,
        @Nullable Usage usage) {

    public static JobResult success(JobId jobId, MetsAddition produced, Usage usage) {
        return new JobResult(jobId, true, null, produced, usage);
    }

    public static JobResult failure(JobId jobId, String reason, @Nullable Usage usage) {
        return new JobResult(jobId, false, reason, MetsAddition.NONE, usage);
    }

    /** This result with input files that were fetched for the job, so that {@code mets.xml} learns where they lie now. */
    public JobResult withInputs(List<MetsFile> fetched) {
        if (!succeeded || fetched.isEmpty()) {
            return this;
        }
        List<MetsFile> files =
                Stream.concat(fetched.stream(), produced.files().stream()).toList();
        return new JobResult(jobId, true, reason, new MetsAddition(files, produced.agents()), usage);
    }

    /**
     * What the job cost.
     *
     * @param worker the worker host that ran it
     * @param attempt from 1
     * @param warm whether a warm process ran it
     * @param peakMemoryBytes resident set; 0 if unknown
     */
    public record Usage(String worker, int attempt, boolean warm, Duration wall, Duration cpu, long peakMemoryBytes) {}
}
