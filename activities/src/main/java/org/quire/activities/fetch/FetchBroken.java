package org.quire.activities.fetch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A file could not be had this time: the message says why, without secrets of its address. */
final class FetchBroken extends Exception {

    private final @Nullable Duration retryAfter;

    /** @param retryAfter what the server asked to wait for; null: nothing */
    FetchBroken(String message, @Nullable Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }
}
