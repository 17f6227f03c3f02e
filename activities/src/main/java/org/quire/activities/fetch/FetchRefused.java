package org.quire.activities.fetch;

/** A file can't be had, now or ever: the message says why, without secrets of its address. */
final class FetchRefused extends Exception {

    FetchRefused(String message) {
        super(message);
    }
}
