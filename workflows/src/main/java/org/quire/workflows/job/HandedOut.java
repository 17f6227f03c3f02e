package org.quire.workflows.job;

import java.time.Instant;
import java.util.List;

/**
 * What somebody outside needs to run a job: the details of the activity that waits for its report.
 *
 * @param attempt of the hand-out, from 1
 * @param sandbox the folder to work in
 * @param mets the METS in it
 * @param command what to run, an argument each; the first is the processor's name or path
 * @param token who knows it may report
 * @param until when the job's time is up
 */
public record HandedOut(
        JobId jobId,
        String processor,
        int attempt,
        String sandbox,
        String mets,
        List<String> command,
        String token,
        Instant until) {

    public HandedOut {
        command = List.copyOf(command);
    }
}
