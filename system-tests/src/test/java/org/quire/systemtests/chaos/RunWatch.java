package org.quire.systemtests.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a client sees of one run over time: states may only go on, and what has succeeded stays so. */
final class RunWatch {

    private static final Set<String> TERMINAL = Set.of("SUCCESS", "FAILED", "CANCELLED");

    private final String run;
    private final Violations violations;
    private final List<Integer> succeeded = new ArrayList<>();
    private String state = "QUEUED";

    RunWatch(String run, Violations violations) {
        this.run = run;
        this.violations = violations;
    }

    String run() {
        return run;
    }

    boolean hasEnded() {
        return TERMINAL.contains(state);
    }

    /** @param answer of {@code GET /run/{id}} */
    void seen(JsonNode answer) {
        String now = answer.get("state").asText();
        if (hasEnded() && !now.equals(state)) {
            violations.add("Run " + run + " was " + state + " and is " + now + ".");
        }
        state = now;
        int step = 0;
        for (JsonNode described : answer.get("steps")) {
            int count = described.at("/counts/SUCCESS").asInt();
            if (succeeded.size() <= step) {
                succeeded.add(0);
            }
            if (count < succeeded.get(step)) {
                violations.add("Of step %d of run %s %d jobs had succeeded, and now %d have."
                        .formatted(step + 1, run, succeeded.get(step), count));
            }
            succeeded.set(step++, count);
        }
    }
}
