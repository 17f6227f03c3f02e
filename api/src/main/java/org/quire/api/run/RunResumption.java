package org.quire.api.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.quire.api.processor.ProcessorRegistry;
import org.quire.api.submission.Fault;
import org.quire.api.submission.SubmissionRefused;
import org.quire.mets.Mets;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsException;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.ResumedRun;
import org.quire.workflows.run.RunPlan;
import org.springframework.stereotype.Component;

/** Lets another run do what an ended one left undone. Each run is resumed once; what then is left, by resuming the new one. */
@Component
class RunResumption {

    private final RunLookUp lookUp;
    private final Runs runs;
    private final ProcessorRegistry processors;
    private final MetsCache metsCache;
    private final Clock clock;

    RunResumption(RunLookUp lookUp, Runs runs, ProcessorRegistry processors, MetsCache metsCache, Clock clock) {
        this.lookUp = lookUp;
        this.runs = runs;
        this.processors = processors;
        this.metsCache = metsCache;
        this.clock = clock;
    }

    /**
     * @return the plan of the new run, which has started
     * @throws UnknownRun if there is none of this id
     * @throws NotResumable if it goes on, has nothing left to do or was resumed before
     * @throws SubmissionRefused if its METS or a processor is gone
     */
    RunPlan resume(String id) {
        RunSnapshot ended = lookUp.run(id);
        if (!ended.state().isTerminal()) {
            throw new NotResumable(
                    "Expected a run that has ended, but run " + id + " goes on; cancel or stop it first.");
        }
        Mets mets = checked(ended.plan());
        ResumedRun next = ResumedRun.of(
                        ended.plan(),
                        ended.status(),
                        (step, unit) -> isThere(mets, ended.plan(), step, unit),
                        clock.instant())
                .orElseThrow(() -> new NotResumable("Nothing is left to do: all jobs of run " + id + " succeeded."));
        if (!runs.resume(next)) {
            throw new NotResumable(
                    "Run " + id + " was resumed before, as run " + next.plan().runId() + ".");
        }
        return next.plan();
    }

    private Mets checked(RunPlan plan) {
        var faults = new ArrayList<Fault>();
        Mets mets = null;
        try {
            mets = metsCache.get(Path.of(plan.workspace().metsPath()));
        } catch (MetsException | IOException e) {
            faults.add(new Fault(
                    Fault.Kind.METS_MISSING,
                    "The METS file " + plan.workspace().metsPath() + " can't be read: " + e.getMessage()));
        }
        List<String> missing = plan.steps().stream()
                .map(PlannedStep::processor)
                .distinct()
                .filter(name -> !processors.live().containsKey(name))
                .toList();
        if (!missing.isEmpty()) {
            faults.add(new Fault(Fault.Kind.NO_WORKER, "No live worker has " + String.join(", ", missing) + "."));
        }
        if (mets == null || !faults.isEmpty()) {
            throw new SubmissionRefused(faults);
        }
        return mets;
    }

    /** Results may have been lost on the way into the METS, or been removed since. */
    private static boolean isThere(Mets mets, RunPlan plan, int step, int unit) {
        List<String> pages = plan.units().pages(unit);
        return plan.steps().get(step).outputGroups().stream()
                .allMatch(group ->
                        pages.stream().anyMatch(page -> !mets.files(group, page).isEmpty()));
    }
}
