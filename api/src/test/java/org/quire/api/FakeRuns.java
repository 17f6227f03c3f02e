package org.quire.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.run.RunSnapshot;
import org.quire.api.run.RunSummary;
import org.quire.api.run.Runs;
import org.quire.workflows.run.ResumedRun;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;

/** Runs that only stand in a list. */
public final class FakeRuns implements Runs {

    public final List<RunPlan> started = new ArrayList<>();
    public final List<ResumedRun> resumed = new ArrayList<>();
    public final List<String> requests = new ArrayList<>();
    private final Map<RunId, RunSnapshot> known = new LinkedHashMap<>();
    private @Nullable RuntimeException fault;

    public void reset() {
        started.clear();
        resumed.clear();
        requests.clear();
        known.clear();
        fault = null;
    }

    public void know(RunSnapshot run) {
        known.put(run.plan().runId(), run);
    }

    /** From now on Temporal is away. */
    public void goAway() {
        fault = new EngineUnavailable("Temporal is away.", new IllegalStateException("test"));
    }

    /** From now on every call fails in a way that nobody thought of. */
    public void breakDown() {
        fault = new IllegalStateException("secret detail");
    }

    private void check() {
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public void start(RunPlan plan) {
        check();
        started.add(plan);
    }

    @Override
    public boolean resume(ResumedRun run) {
        check();
        boolean isNew = resumed.stream()
                .noneMatch(other -> other.plan().runId().equals(run.plan().runId()));
        resumed.add(run);
        return isNew;
    }

    @Override
    public Optional<RunSnapshot> find(RunId run) {
        check();
        return Optional.ofNullable(known.get(run));
    }

    @Override
    public List<RunSummary> recent(int limit) {
        check();
        return known.values().stream()
                .limit(limit)
                .map(run -> new RunSummary(
                        run.plan().runId(),
                        run.state(),
                        run.plan().workspace().metsPath(),
                        run.plan().steps().size(),
                        run.plan().units().pages().size(),
                        run.startedAt(),
                        run.endedAt()))
                .toList();
    }

    @Override
    public boolean request(RunId run, Ending ending) {
        check();
        requests.add(ending + " " + run);
        RunSnapshot snapshot = known.get(run);
        return snapshot != null && !snapshot.state().isTerminal();
    }
}
