package org.quire.workflows.workspace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsFile;
import org.quire.workflows.run.RunId;

/** What waits to be written into {@code mets.xml}, in order of arrival. At most one batch is out at a time. */
final class CommitQueue {

    /** Characters of JSON around the values of one file or agent, roughly. */
    private static final int OVERHEAD = 120;

    /**
     * One message of a run whose effects wait for a commit.
     *
     * @param last whether the run is over with it
     * @param answered whether the run is told
     * @param epoch in which it was said
     */
    record Delivery(
            RunId runId,
            long sequence,
            List<MetsAddition> additions,
            List<Integer> releasedUnits,
            boolean last,
            boolean answered,
            @Nullable Long epoch) {}

    private final Deque<Delivery> waiting = new ArrayDeque<>();
    private final Map<RunId, Integer> unsettled = new LinkedHashMap<>();
    private int lastOnes;

    void add(Delivery delivery) {
        waiting.add(delivery);
        unsettled.merge(delivery.runId(), 1, Integer::sum);
        lastOnes += delivery.last() ? 1 : 0;
    }

    /** Whether something of the run waits or is being committed. */
    boolean hasUnsettled(RunId run) {
        return unsettled.containsKey(run);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether the end of some run waits. */
    boolean endsWait() {
        return lastOnes > 0;
    }

    List<Delivery> waiting() {
        return List.copyOf(waiting);
    }

    /** Takes the next deliveries out, as many as fit into the limits, at least one; each must be settled afterwards. */
    List<Delivery> nextBatch(int maxAdditions, long maxCharacters) {
        List<Delivery> batch = new ArrayList<>();
        int additions = 0;
        long characters = 0;
        for (@Nullable Delivery next = waiting.peek(); next != null; next = waiting.peek()) {
            additions += next.additions().size();
            characters += weight(next);
            if (!batch.isEmpty() && (additions > maxAdditions || characters > maxCharacters)) {
                break;
            }
            batch.add(waiting.remove());
            lastOnes -= next.last() ? 1 : 0;
        }
        return batch;
    }

    void settled(Delivery delivery) {
        unsettled.computeIfPresent(delivery.runId(), (run, count) -> count == 1 ? null : count - 1);
    }

    private static long weight(Delivery delivery) {
        long weight = 0;
        for (MetsAddition addition : delivery.additions()) {
            for (MetsFile file : addition.files()) {
                weight += OVERHEAD + length(file.id()) + length(file.fileGroup()) + length(file.mimetype());
                weight += length(file.pageId()) + length(file.url()) + length(file.localPath());
                weight += file.fixity() == null ? 0 : OVERHEAD;
            }
            for (MetsAgent agent : addition.agents()) {
                weight += OVERHEAD + length(agent.name());
                weight += agent.notes().stream()
                        .mapToLong(note -> OVERHEAD / 4 + length(note.text()))
                        .sum();
            }
        }
        return weight;
    }

    private static int length(@Nullable String text) {
        return text == null ? 4 : text.length();
    }
}
