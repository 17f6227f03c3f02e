package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.Granted;

/** Answers not sent yet, per run in order; what can be said in one answer becomes one. */
final class Outbox {

    private final Map<RunId, List<WorkspaceAnswer>> answers = new LinkedHashMap<>();

    void add(RunId run, WorkspaceAnswer answer) {
        List<WorkspaceAnswer> queue = answers.computeIfAbsent(run, r -> new ArrayList<>());
        queue.add(merged(queue, answer));
    }

    /** Takes the next answer for the run out; null: none. */
    @Nullable
    WorkspaceAnswer poll(RunId run) {
        List<WorkspaceAnswer> queue = answers.get(run);
        if (queue == null) {
            return null;
        }
        WorkspaceAnswer first = queue.removeFirst();
        if (queue.isEmpty()) {
            answers.remove(run);
        }
        return first;
    }

    /** Puts an answer that could not be sent before the others. */
    void putBack(RunId run, WorkspaceAnswer answer) {
        answers.computeIfAbsent(run, r -> new ArrayList<>()).addFirst(answer);
    }

    void drop(RunId run) {
        answers.remove(run);
    }

    List<RunId> recipients() {
        return List.copyOf(answers.keySet());
    }

    List<WorkspaceAnswer> answersFor(RunId run) {
        return List.copyOf(answers.getOrDefault(run, List.of()));
    }

    boolean isEmpty() {
        return answers.isEmpty();
    }

    private static WorkspaceAnswer merged(List<WorkspaceAnswer> queue, WorkspaceAnswer answer) {
        for (WorkspaceAnswer earlier : queue) {
            if (earlier instanceof Granted before
                    && answer instanceof Granted now
                    && Objects.equals(before.epoch(), now.epoch())) {
                queue.remove(earlier);
                return new Granted(UnitSets.union(before.units(), now.units()), now.epoch());
            }
            if (earlier instanceof Committed before
                    && answer instanceof Committed now
                    && Objects.equals(before.epoch(), now.epoch())) {
                queue.remove(earlier);
                return new Committed(Math.max(before.sequence(), now.sequence()), now.epoch());
            }
        }
        return answer;
    }
}
