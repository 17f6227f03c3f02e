package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quire.systemtests.Bench.Line;

class BenchTest {

    @Test
    void missesNoGoalWhenItIsFastAndGrowsLinearly() {
        assertThat(Bench.missedGoals(List.of(line(200, 20), line(1000, 110)))).isEmpty();
    }

    @Test
    void missesTheRateBelowTwentyPageStepsPerSecond() {
        assertThat(Bench.missedGoals(List.of(line(200, 31), line(1000, 150))))
                .singleElement()
                .asString()
                .contains("20 page-steps/s");
    }

    @Test
    void missesLinearGrowthWhenAPageOfAThousandTakesLonger() {
        assertThat(Bench.missedGoals(List.of(line(200, 20), line(1000, 116))))
                .singleElement()
                .asString()
                .contains("1.16");
    }

    private static Line line(int pages, double seconds) {
        return new Line(pages, 3 * pages, seconds, 1, 1, 100);
    }
}
