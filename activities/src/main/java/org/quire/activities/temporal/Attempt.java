package org.quire.activities.temporal;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.quire.activities.process.Pulse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at an activity, as Temporal sees it. A worker that slept, or was cut off, may not know yet that its attempt was given up
 * and done by another; so it asks before it does what can't be undone.
 */
public final class Attempt implements Pulse {

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
    private static final Duration BETWEEN_BEATS = Duration.ofSeconds(2);

    private final ActivityExecutionContext context;
    private final @Nullable Object details;
    private final long freshNanos;
    private volatile long askedNanos;

    private Attempt(ActivityExecutionContext context, @Nullable Object details) {
        this.context = context;
        this.details = details;
        // Temporal gives nothing up that was heard of within the heartbeat timeout. Half of it leaves time for what is
        // done then.
        Duration timeout = context.getInfo().getHeartbeatTimeout();
        this.freshNanos = timeout == null || timeout.isZero()
                ? Long.MAX_VALUE
                : timeout.dividedBy(2).toNanos();
    }

    /** The attempt that the calling thread executes. */
    public static Attempt current() {
        return new Attempt(Activity.getExecutionContext(), null);
    }

    /** @param details what its heartbeats carry; those of the last one are what others see of the activity */
    public static Attempt current(Object details) {
        return new Attempt(Activity.getExecutionContext(), details);
    }

    /** From 1. */
    public int number() {
        return context.getInfo().getAttempt();
    }

    /**
     * Asks Temporal whether the attempt still counts. Other than a heartbeat, which the SDK holds back while the one before is young, it
     * waits for the answer; it costs a call each time, a millisecond or two. An answer that this machine has slept over is none: it
     * asks again.
     *
     * @throws ActivityCompletionException if the attempt was given up or is to end, or if Temporal can't be asked
     */
    public void mustCount() {
        do {
            askedNanos = System.nanoTime();
            context.getWorkflowClient().newActivityCompletionClient().heartbeat(context.getTaskToken(), details);
        } while (isStale());
    }

    /** As {@link #mustCount}, but asks only if the last answer is so old that it may hold no more. */
    @Override
    public void mustStillCount() {
        if (isStale()) {
            mustCount();
        }
    }

    private boolean isStale() {
        return System.nanoTime() - askedNanos > freshNanos;
    }

    /**
     * Gives a sign of life, a cheap one: it may be held back.
     *
     * @throws ActivityCompletionException if an earlier one was answered so
     */
    @Override
    public void beat() {
        context.heartbeat(details);
    }

    /** Gives signs of life until it is closed, also while the activity waits for a lock or a disk. */
    public Beats keepBeating() {
        return new Beats();
    }

    /** A thread that beats for an attempt. */
    public final class Beats implements AutoCloseable {

        private volatile boolean over;
        private final Thread thread = Thread.ofVirtual().name("heartbeats").start(this::beatOn);

        private void beatOn() {
            try {
                // Most end before the first beat is due: an activity that has just been handed out counts as alive.
                LockSupport.parkNanos(BETWEEN_BEATS.toNanos());
                while (!over) {
                    beat();
                    LockSupport.parkNanos(BETWEEN_BEATS.toNanos());
                }
            } catch (ActivityCompletionException e) {
                LOG.debug("Nobody waits for the attempt any more", e);
            }
        }

        @Override
        public void close() {
            // Not interrupted: a heartbeat that is just being sent may go out.
            over = true;
            LockSupport.unpark(thread);
        }
    }
}
