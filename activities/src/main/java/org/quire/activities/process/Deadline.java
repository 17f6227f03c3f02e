package org.quire.activities.process;

import java.time.Duration;

/** A point in time that clock changes don't move. */
public record Deadline(long nanoTime) {

    public static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    public boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }

    /** Zero when it is over. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }
}
