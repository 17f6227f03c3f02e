package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunId;

/**
 * Puts the messages of each run in the order of their numbers, each once: a repeated one is dropped, one that came too early is held
 * until the gap is filled. Of runs that are over it remembers the last number of the most recent ones, so that a late
 * repetition doesn't revive them.
 */
final class MessageLog {

    /** Runs that are over and still remembered. */
    static final int REMEMBERED = 500;

    private static final class Track {
        private long last;
        private @Nullable Long epoch;
        private final TreeMap<Long, WorkspaceMessage> early = new TreeMap<>();

        private Track(long last, @Nullable Long epoch) {
            this.last = last;
            this.epoch = epoch;
        }
    }

    /** A run that is over. */
    record Over(long last, @Nullable Long epoch) {}

    private final Map<RunId, Track> open = new LinkedHashMap<>();
    private final Map<RunId, Over> over = new LinkedHashMap<>();

    /** The messages to be acted on now, in order; empty if the message is a repetition or came too early. */
    List<WorkspaceMessage> accept(WorkspaceMessage message) {
        RunId run = message.runId();
        Track track = open.get(run);
        if (track == null) {
            return acceptFirst(message);
        }
        if (message instanceof WorkspaceMessage.Register && compare(message, track.epoch) > 0) {
            begin(message);
            return List.of(message);
        }
        boolean isNew = compare(message, track.epoch) == 0 && message.sequence() > track.last;
        if (!isNew || message instanceof WorkspaceMessage.Reminder) {
            return List.of();
        }
        track.early.putIfAbsent(message.sequence(), message);
        List<WorkspaceMessage> due = new ArrayList<>();
        while (!track.early.isEmpty() && track.early.firstKey() == track.last + 1) {
            track.last++;
            due.add(track.early.pollFirstEntry().getValue());
        }
        return due;
    }

    /**
     * Whether the run has to register again before it can be understood: it is unknown, misses a message, or speaks in an epoch whose
     * beginning was not heard of.
     */
    boolean mustReturn(WorkspaceMessage message) {
        if (message.epoch() == null || message instanceof WorkspaceMessage.Register) {
            return false;
        }
        Track track = open.get(message.runId());
        if (track != null) {
            int age = compare(message, track.epoch);
            return age > 0
                    || age == 0 && message instanceof WorkspaceMessage.Reminder && message.sequence() > track.last;
        }
        boolean isLast = message instanceof WorkspaceMessage.Finish finish && finish.settled();
        return !isLast && !isRepeatedByOneThatIsOver(message);
    }

    /** Whether the message is from before the run registered again, and is not even worth an answer. */
    boolean isStale(WorkspaceMessage message) {
        Track track = open.get(message.runId());
        return track != null && compare(message, track.epoch) < 0;
    }

    /** In which epoch the run speaks; null: it is unknown, or began before there were epochs. */
    @Nullable
    Long epoch(RunId run) {
        Track track = open.get(run);
        return track == null ? null : track.epoch;
    }

    /** The run is over; returns what was held of it. */
    List<WorkspaceMessage> close(RunId run) {
        Track track = open.remove(run);
        if (track == null) {
            return List.of();
        }
        remember(run, new Over(track.early.isEmpty() ? track.last : track.early.lastKey(), track.epoch));
        return List.copyOf(track.early.values());
    }

    boolean isOpen(RunId run) {
        return open.containsKey(run);
    }

    /** The number of the last message acted on; 0: none is known. */
    long last(RunId run) {
        Track track = open.get(run);
        Over ended = over.get(run);
        return track != null ? track.last : ended == null ? 0 : ended.last();
    }

    /** Messages that came too early. */
    List<WorkspaceMessage> held(RunId run) {
        Track track = open.get(run);
        return track == null ? List.of() : List.copyOf(track.early.values());
    }

    Map<RunId, Over> over() {
        return over;
    }

    void restoreOpen(RunId run, long last, @Nullable Long epoch, List<WorkspaceMessage> held) {
        Track track = new Track(last, epoch);
        held.forEach(message -> track.early.put(message.sequence(), message));
        open.put(run, track);
    }

    void remember(RunId run, Over ended) {
        over.remove(run);
        over.put(run, ended);
        if (over.size() > REMEMBERED) {
            over.remove(over.keySet().iterator().next());
        }
    }

    private List<WorkspaceMessage> acceptFirst(WorkspaceMessage message) {
        if (isRepeatedByOneThatIsOver(message) || message instanceof WorkspaceMessage.Reminder) {
            return List.of();
        }
        if (message instanceof WorkspaceMessage.Register) {
            begin(message);
        } else {
            remember(message.runId(), new Over(message.sequence(), message.epoch()));
        }
        return List.of(message);
    }

    private void begin(WorkspaceMessage register) {
        over.remove(register.runId());
        open.put(register.runId(), new Track(register.sequence(), register.epoch()));
    }

    /** A run that Temporal set back to before its end registers in a greater epoch. */
    private boolean isRepeatedByOneThatIsOver(WorkspaceMessage message) {
        Over ended = over.get(message.runId());
        if (ended == null) {
            return false;
        }
        int age = compare(message, ended.epoch());
        return age < 0 || age == 0 && message.sequence() <= ended.last();
    }

    /** Below 0: the message is of an epoch before this one; 0: of the same, or nobody can say. */
    private static int compare(WorkspaceMessage message, @Nullable Long epoch) {
        Long its = message.epoch();
        return its == null || epoch == null ? 0 : its.compareTo(epoch);
    }
}
