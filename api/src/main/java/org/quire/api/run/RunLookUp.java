package org.quire.api.run;

import org.quire.api.run.Runs.Ending;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunId;
import org.springframework.stereotype.Component;

/** Finds runs and jobs by what a client wrote as their id. */
@Component
class RunLookUp {

    private final Runs runs;

    RunLookUp(Runs runs) {
        this.runs = runs;
    }

    /** @throws UnknownRun if there is none */
    RunSnapshot run(String id) {
        return runs.find(runId(id)).orElseThrow(() -> new UnknownRun(id));
    }

    /** A job and its run. */
    record FoundJob(RunSnapshot run, JobId id, JobState state) {}

    /** @throws UnknownJob if there is none */
    FoundJob job(String id) {
        JobId job;
        try {
            job = JobId.parse(id);
        } catch (IllegalArgumentException e) {
            throw new UnknownJob(id);
        }
        RunSnapshot run = runs.find(job.run()).orElseThrow(() -> new UnknownJob(id));
        JobState state = run.jobState(job).orElseThrow(() -> new UnknownJob(id));
        return new FoundJob(run, job, state);
    }

    /**
     * @throws UnknownRun if there is none
     * @throws RunEnded if it has ended
     */
    void end(String id, Ending ending) {
        if (!runs.request(runId(id), ending)) {
            throw new RunEnded(run(id));
        }
    }

    private static RunId runId(String id) {
        try {
            return new RunId(id);
        } catch (IllegalArgumentException e) {
            throw new UnknownRun(id);
        }
    }
}
