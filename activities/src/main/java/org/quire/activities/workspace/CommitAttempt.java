package org.quire.activities.workspace;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at a commit, as Temporal sees it. While it is open it shows that its worker lives, also while it waits for a lock or a
 * disk; and it can be asked whether it still counts, so that a worker that slept through its own replacement writes nothing.
 */
final class CommitAttempt implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommitAttempt.class);
    private static final Duration BETWEEN_BEATS = Duration.ofSeconds(2);

    private final ActivityExecutionContext context;
    private final Thread beating;
    private volatile boolean over;

    private CommitAttempt(ActivityExecutionContext context) {
        this.context = context;
        this.beating = Thread.ofVirtual().name("commit-beats").start(this::beat);
    }

    /** The attempt that the calling thread executes. */
    static CommitAttempt open() {
        return new CommitAttempt(Activity.getExecutionContext());
    }

    private void beat() {
        try {
            while (!over) {
                context.heartbeat(null);
                LockSupport.parkNanos(BETWEEN_BEATS.toNanos());
            }
        } catch (ActivityCompletionException e) {
            LOG.debug("Nobody waits for the attempt any more", e);
        }
    }

    /**
     * Asks Temporal, not what this worker heard last: another attempt may have committed long ago.
     *
     * @throws ActivityCompletionException if the attempt was given up, or Temporal can't be asked
     */
    void mustCount() {
        context.getWorkflowClient().newActivityCompletionClient().heartbeat(context.getTaskToken(), null);
    }

    @Override
    public void close() {
        // Not interrupted: a heartbeat that is just being sent may go out.
        over = true;
        LockSupport.unpark(beating);
    }
}
