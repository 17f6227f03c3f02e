package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quire.systemtests.Bench.Line;

class BenchTest {

    @Test
    void missesNoGoalWhenItIsFastAndGrowsLinearly() {
        assertThat(Bench.missedGoals(List.of(new Line(200, 600, 20), new Line(1000, 3000, 110))))
                .isEmpty();
    }

    @Test
    void missesTheRateBelowTwentyPageStepsPerSecond() {
        assertThat(Bench.missedGoals(List.of(new Line(200, 600, 31), new Line(1000, 3000, 150))))
                .singleElement()
                .asString()
                .contains("20 page-steps/s");
    }

    @Test
    void missesLinearGrowthWhenAPageOfAThousandTakesLonger() {
        assertThat(Bench.missedGoals(List.of(new Line(200, 600, 20), new Line(1000, 3000, 116))))
                .singleElement()
                .asString()
                .contains("1.16");
    }
}
