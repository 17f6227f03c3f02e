package org.quire.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;

/** The short form of {@code ./quire chaos}; {@code quire.seed} repeats an earlier one. */
@ExtendWith(RequiresRealEngine.class)
class ChaosTest {

    private static final int KILLS = 30;

    @Test
    void nothingIsLostDoubledOrRevivedByThirtyKills() {
        long seed = Long.getLong("quire.seed", System.nanoTime());
        System.out.println(KILLS + " kills, -Dquire.seed=" + seed);

        Campaign.Result result = new Campaign(QuireSystem.newFolder("chaos"), seed, KILLS).run();

        assertThat(result.violations()).as("with -Dquire.seed=" + seed).isEmpty();
        assertThat(result.figures().runs()).as("ended runs by state").isNotEmpty();
        assertThat(result.figures().files()).as("files that were compared").isPositive();
    }
}
