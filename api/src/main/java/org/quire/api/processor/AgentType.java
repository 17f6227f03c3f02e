package org.quire.api.processor;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.Agent;

/** What kind of agent a client wants for its jobs, in the words of OCR-D 2.x. */
public enum AgentType {
    /** A worker host, be the processor run on it or handed out by it. */
    WORKER,
    /** A Processor Server of OCR-D before 3.0. */
    SERVER;

    /** @param text {@code worker}, {@code server} or, for the default, null; anything else gives nothing */
    public static Optional<AgentType> of(@Nullable String text) {
        if (text == null || text.equals("worker")) {
            return Optional.of(WORKER);
        }
        return text.equals("server") ? Optional.of(SERVER) : Optional.empty();
    }

    /** What to say of a text that means none. */
    public static String refusal(@Nullable String text) {
        return "Expected agent_type 'worker' or 'server', but got '" + text + "'.";
    }

    boolean includes(Agent agent) {
        return switch (agent) {
            case WORKER, EXTERNAL -> this == WORKER;
            case SERVER -> this == SERVER;
        };
    }
}
