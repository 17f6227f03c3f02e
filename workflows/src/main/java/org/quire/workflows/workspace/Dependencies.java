package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.RunLookup.DependencyState;

/** Which runs wait for other runs or jobs to end in SUCCESS. A run leaves when all that it waits for succeeded, or when one failed. */
final class Dependencies {

    /** What a look-up settled: runs that need wait no longer, and runs that waited in vain, with the reason. */
    record Settled(List<RunId> ready, Map<RunId, String> failed) {}

    private final Map<RunId, Set<String>> waiting = new LinkedHashMap<>();
    private boolean news;

    void add(RunId run, List<String> jobOrRunIds) {
        waiting.put(run, new LinkedHashSet<>(jobOrRunIds));
        news = true;
    }

    void remove(RunId run) {
        waiting.remove(run);
    }

    /** The ids that the run still waits for. */
    List<String> of(RunId run) {
        return List.copyOf(waiting.getOrDefault(run, Set.of()));
    }

    /** Runs that wait for a run or for one of its jobs. */
    List<RunId> waitingFor(RunId run) {
        List<RunId> dependents = new ArrayList<>();
        waiting.forEach((dependent, ids) -> {
            if (ids.stream().anyMatch(id -> names(id, run))) {
                dependents.add(dependent);
            }
        });
        return dependents;
    }

    /** Takes note that a run of this workspace is over: whoever waits for it should look at once. */
    void over(RunId run) {
        news |= !waitingFor(run).isEmpty();
    }

    /**
     * What to ask about. Whole runs that are registered here are left out: their end is heard of.
     *
     * @param here the registered runs
     */
    List<String> toLookUp(List<RunId> here) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        Set<String> ids = new LinkedHashSet<>();
        waiting.values().forEach(ids::addAll);
        here.forEach(run -> ids.remove(run.value()));
        return List.copyOf(ids);
    }

    /** Whether something happened since the last look-up that makes another one worth while at once. */
    boolean news() {
        return news;
    }

    void lookedUp() {
        news = false;
    }

    Settled apply(List<DependencyState> states) {
        List<RunId> ready = new ArrayList<>();
        Map<RunId, String> failed = new LinkedHashMap<>();
        for (RunId run : List.copyOf(waiting.keySet())) {
            Set<String> ids = waiting.getOrDefault(run, Set.of());
            for (DependencyState state : states) {
                switch (state.standing()) {
                    case PENDING -> {}
                    case SUCCEEDED -> ids.remove(state.id());
                    case FAILED -> {
                        if (ids.contains(state.id())) {
                            failed.putIfAbsent(
                                    run,
                                    "Expected '" + state.id() + "', which this run depends on, to end in SUCCESS,"
                                            + " but it failed, was cancelled or is unknown.");
                        }
                    }
                }
            }
            if (failed.containsKey(run)) {
                waiting.remove(run);
            } else if (ids.isEmpty()) {
                waiting.remove(run);
                ready.add(run);
            }
        }
        return new Settled(ready, failed);
    }

    private static boolean names(String id, RunId run) {
        String runId = run.value();
        return id.equals(runId)
                || (id.startsWith(runId) && id.substring(runId.length()).matches("-\\d+-\\d+"));
    }
}
