package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        private final TreeMap<Long, WorkspaceMessage> early = new TreeMap<>();

        private Track(long last) {
            this.last = last;
        }
    }

    private final Map<RunId, Track> open = new LinkedHashMap<>();
    private final Map<RunId, Long> over = new LinkedHashMap<>();

    /** The messages to be acted on now, in order; empty if the message is a repetition or came too early. */
    List<WorkspaceMessage> accept(WorkspaceMessage message) {
        RunId run = message.runId();
        Track track = open.get(run);
        if (track == null) {
            return acceptFirst(message);
        }
        if (message.sequence() <= track.last) {
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

    /** The run is over; returns what was held of it. */
    List<WorkspaceMessage> close(RunId run) {
        Track track = open.remove(run);
        if (track == null) {
            return List.of();
        }
        remember(run, track.early.isEmpty() ? track.last : track.early.lastKey());
        return List.copyOf(track.early.values());
    }

    boolean isOpen(RunId run) {
        return open.containsKey(run);
    }

    /** The number of the last message acted on; 0: none is known. */
    long last(RunId run) {
        Track track = open.get(run);
        return track != null ? track.last : over.getOrDefault(run, 0L);
    }

    /** Messages that came too early. */
    List<WorkspaceMessage> held(RunId run) {
        Track track = open.get(run);
        return track == null ? List.of() : List.copyOf(track.early.values());
    }

    Map<RunId, Long> over() {
        return over;
    }

    void restoreOpen(RunId run, long last, List<WorkspaceMessage> held) {
        Track track = new Track(last);
        held.forEach(message -> track.early.put(message.sequence(), message));
        open.put(run, track);
    }

    void remember(RunId run, long last) {
        over.remove(run);
        over.put(run, last);
        if (over.size() > REMEMBERED) {
            over.remove(over.keySet().iterator().next());
        }
    }

    private List<WorkspaceMessage> acceptFirst(WorkspaceMessage message) {
        RunId run = message.runId();
        if (message.sequence() <= over.getOrDefault(run, 0L)) {
            return List.of();
        }
        if (message instanceof WorkspaceMessage.Register) {
            over.remove(run);
            open.put(run, new Track(message.sequence()));
        } else {
            remember(run, message.sequence());
        }
        return List.of(message);
    }
}
