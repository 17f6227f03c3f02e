package org.quire.activities.warm;

/** A warm process ended, or spoke nonsense, when an answer was due. */
final class WarmProcessLost extends Exception {

    WarmProcessLost(String message) {
        super(message);
    }
}
