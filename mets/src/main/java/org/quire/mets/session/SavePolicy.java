package org.quire.mets.session;

import java.time.Duration;

/**
 * When additions that nobody saves are merged into the METS file; they are durable before.
 *
 * @param quiet after this time without another addition
 * @param latest at most this long after the first of them
 * @param most additions that may wait, at least 1
 */
public record SavePolicy(Duration quiet, Duration latest, int most) {

    /** Soon enough for programs that look at the file itself, seldom enough for books of thousands of pages. */
    public static final SavePolicy USUAL = new SavePolicy(Duration.ofSeconds(1), Duration.ofSeconds(5), 2000);

    public SavePolicy {
        if (quiet.isNegative() || latest.compareTo(quiet) < 0) {
            throw new IllegalArgumentException(
                    "Expected a quiet time from 0 up that is no longer than the latest, but got " + quiet + " and "
                            + latest + ".");
        }
        if (most < 1) {
            throw new IllegalArgumentException("Expected to let at least 1 addition wait, but got " + most + ".");
        }
    }
}
