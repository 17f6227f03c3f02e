package org.quire.mets.session;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Saves some time after additions; one look at the clock is under way at a time. */
final class DelayedSave {

    private static final System.Logger LOG = System.getLogger(DelayedSave.class.getName());

    /** What saves. */
    interface Save {
        void run() throws IOException;
    }

    private final SavePolicy policy;
    private final ScheduledExecutorService timer;
    private final Save save;
    private int waiting;
    private long first;
    private long last;
    private boolean looking;
    private boolean ended;

    DelayedSave(SavePolicy policy, ScheduledExecutorService timer, Save save) {
        this.policy = policy;
        this.timer = timer;
        this.save = save;
    }

    /** One more addition waits; it is in the journal already. */
    synchronized void added() {
        last = System.nanoTime();
        first = waiting == 0 ? last : first;
        waiting++;
        if (waiting == policy.most()) {
            looking = false;
        }
        lookIn(waiting >= policy.most() ? 0 : policy.quiet().toNanos());
    }

    synchronized void end() {
        ended = true;
    }

    private void lookIn(long nanos) {
        if (looking || ended) {
            return;
        }
        try {
            timer.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
            looking = true;
        } catch (RejectedExecutionException e) {
            // The program ends and saves on its own; else the journal keeps what waits.
            ended = true;
        }
    }

    private void look() {
        synchronized (this) {
            looking = false;
            if (waiting == 0 || ended) {
                return;
            }
            long due = Math.min(
                    last + policy.quiet().toNanos(), first + policy.latest().toNanos());
            long left = due - System.nanoTime();
            if (left > 0 && waiting < policy.most()) {
                lookIn(left);
                return;
            }
            // Before saving: an addition that is counted after this has a look of its own.
            waiting = 0;
        }
        try {
            save.run();
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Additions wait in the journal, as the METS can't be saved: {0}", e);
            retry();
        }
    }

    private synchronized void retry() {
        waiting = Math.max(1, waiting);
        lookIn(policy.latest().toNanos());
    }
}
