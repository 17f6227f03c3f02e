package org.quire.api.run;

import java.util.Optional;
import java.util.function.Function;
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
        JobId job = parse(id, JobId::parse).orElseThrow(() -> new UnknownJob(id));
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
        return parse(id, RunId::new).orElseThrow(() -> new UnknownRun(id));
    }

    /** What a client wrote as an id; empty if nothing can have it. */
    static <T> Optional<T> parse(String id, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
