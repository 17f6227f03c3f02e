package org.quire.activities.sandbox;

import java.io.IOException;

/** The attempt was given up for lost and a later one has taken its place: it must leave nothing in the workspace. */
public final class Superseded extends IOException {

    private static final long serialVersionUID = 1L;

    Superseded(Attempt attempt, long by) {
        super("Expected attempt " + attempt.number() + " of job " + attempt.job()
                + " to be the latest, but one that began " + (by - attempt.fence()) + " ms later has taken its place.");
    }

    Superseded(Attempt attempt) {
        super("Expected the sandbox of attempt " + attempt.number() + " of job " + attempt.job()
                + ", but it was taken away.");
    }
}
