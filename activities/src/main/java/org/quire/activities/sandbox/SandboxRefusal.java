package org.quire.activities.sandbox;

/** What a job wants or made can't be put into the workspace, now or ever: the message says why. */
public final class SandboxRefusal extends RuntimeException {

    public SandboxRefusal(String message) {
        super(message);
    }
}
