package org.quire.workflows.workspace;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Several runs and the owner of their workspace, whatever order events come in: messages late, twice and out of order, runs ended in every
 * way, either side continuing as new, set back or terminated at any moment. The promises hold.
 */
class WorkspaceInterleavingsTest {

    private static final int CASES = Integer.getInteger("quire.interleavings", 100_000);

    @Test
    void promisesHoldInEveryOrderOfEvents() {
        long first = Long.getLong("quire.seed", System.nanoTime());
        int cases = System.getProperty("quire.seed") == null ? CASES : 1;
        System.out.println(cases + " interleavings from seed " + first);
        long start = System.nanoTime();
        var tally = new InterleavedWorld.Tally();
        LongStream.range(first, first + cases).parallel().forEach(seed -> {
            try {
                new InterleavedWorld(seed, tally).play();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("Failed; this one alone: -Dquire.seed=" + seed, e);
            }
        });
        System.out.printf("%s in %.1f s%n", tally, (System.nanoTime() - start) / 1e9);
        if (cases > 1_000) {
            tally.mustHaveSeenEverything();
        }
    }
}
