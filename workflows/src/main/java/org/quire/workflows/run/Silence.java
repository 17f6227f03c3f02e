package org.quire.workflows.run;

import io.temporal.workflow.Workflow;
import java.time.Duration;

/**
 * Says when the owner of the workspace has been silent for long: first after half a minute, then ever more rarely. One timer is under way
 * at a time, so that a run pays for it by the hour and not by the job.
 */
final class Silence {

    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final Runnable news;
    private Duration period = FIRST;
    private boolean ticking;
    private boolean heard;
    private boolean over;

    Silence(Runnable news) {
        this.news = news;
    }

    /** The owner has spoken. */
    void broken() {
        heard = true;
    }

    /** Whether nothing was heard for a period, which is then told once; a new period begins. */
    boolean isOver() {
        boolean silent = over && !heard;
        if (over) {
            period = heard ? FIRST : longer();
            over = false;
            heard = false;
        }
        if (!ticking) {
            ticking = true;
            Workflow.newTimer(period).thenApply(nothing -> {
                ticking = false;
                over = true;
                news.run();
                return nothing;
            });
        }
        return silent;
    }

    private Duration longer() {
        Duration doubled = period.multipliedBy(2);
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
}
