package org.quire.api.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.submission.KnownIds;
import org.quire.api.workspace.LockReader;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.workspace.PageNeeds;
import org.springframework.stereotype.Component;

/** What awaits a new run: jobs and runs that it depends on, and pages that others hold. */
@Component
class Prospects implements KnownIds {

    private final Runs runs;
    private final LockReader locks;

    Prospects(Runs runs, LockReader locks) {
        this.runs = runs;
        this.locks = locks;
    }

    @Override
    public List<String> unknown(Collection<String> jobOrRunIds) {
        var seen = new Seen();
        return jobOrRunIds.stream().filter(id -> seen.succeeded(id).isEmpty()).toList();
    }

    /** The state of a run's first job at the moment: CACHED if it has to wait for others, else QUEUED. */
    JobState firstState(RunPlan plan) {
        try {
            return dependenciesOpen(plan) || locks.isHeldBack(plan.workspace(), needs(plan))
                    ? JobState.CACHED
                    : JobState.QUEUED;
        } catch (EngineUnavailable e) {
            // Nobody can say; what can't be asked can't grant pages either.
            return JobState.CACHED;
        }
    }

    private boolean dependenciesOpen(RunPlan plan) {
        var seen = new Seen();
        return !plan.dependsOn().stream().allMatch(id -> seen.succeeded(id).orElse(false));
    }

    /** Of a run of one step, as a request for a single processor is. */
    private static PageNeeds needs(RunPlan plan) {
        var first = plan.steps().getFirst();
        return new PageNeeds(
                first.inputGroups(), first.outputGroups(), plan.units().pages());
    }

    /** Runs by id, each asked once: many ids may be those of jobs of one run. */
    private final class Seen {

        private final Map<RunId, Optional<RunSnapshot>> found = new HashMap<>();

        /** Whether a job or run has succeeded; empty if there is none of this id. */
        Optional<Boolean> succeeded(String id) {
            return RunLookUp.parse(id, JobId::parse)
                    .flatMap(job -> run(job.run()).flatMap(run -> run.jobState(job)))
                    .map(state -> state == JobState.SUCCESS)
                    // A run's id may look like that of a job.
                    .or(() -> RunLookUp.parse(id, RunId::new)
                            .flatMap(this::run)
                            .map(run -> run.state() == RunState.SUCCESS));
        }

        private Optional<RunSnapshot> run(RunId id) {
            return found.computeIfAbsent(id, runs::find);
        }
    }
}
