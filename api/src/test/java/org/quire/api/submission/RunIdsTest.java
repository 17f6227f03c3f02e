package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunIdsTest {

    private static RunIds at(String instant) {
        return new RunIds(Clock.fixed(Instant.parse(instant), ZoneOffset.UTC));
    }

    @Test
    void laterIdsSortLater() {
        assertThat(at("2026-03-01T12:00:00.001Z").next().value())
                .matches("[0-9a-z]{26}")
                .isGreaterThan(at("2026-03-01T12:00:00Z").next().value())
                .isLessThan(at("2099-01-01T00:00:00Z").next().value());
    }

    @Test
    void idsOfTheSameInstantDiffer() {
        RunIds ids = at("2026-03-01T12:00:00Z");

        assertThat(IntStream.range(0, 1000).mapToObj(i -> ids.next()).distinct())
                .hasSize(1000);
    }
}
