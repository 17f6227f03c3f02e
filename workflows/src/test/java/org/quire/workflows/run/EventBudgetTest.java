package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EventBudgetTest {

    @Test
    void freshExecutionHasRoomEvenWithTheSmallestBudget() {
        assertThat(new EventBudget(EventBudget.LEAST, 1_000).room(3, 0, 0, EventBudget.EVENTS_PER_JOB))
                .isPositive();
    }

    @Test
    void keepsRoomForWhatIsInFlight() {
        var budget = new EventBudget(1_000, 1_000);

        assertThat(budget.room(400, 0, 30, EventBudget.EVENTS_PER_JOB)).isEqualTo(20);
        assertThat(budget.room(400, 0, 50, EventBudget.EVENTS_PER_JOB)).isZero();
        assertThat(budget.room(2_000, 0, 0, EventBudget.EVENTS_PER_JOB)).isZero();
    }

    @Test
    void keepsMoreRoomForJobsThatFetchFirst() {
        var budget = new EventBudget(1_000, 1_000);

        assertThat(budget.room(100, 0, 30, EventBudget.EVENTS_PER_JOB + EventBudget.EVENTS_PER_FETCH))
                .isEqualTo(20);
        assertThat(new EventBudget(EventBudget.LEAST, 1_000)
                        .room(3, 0, 0, EventBudget.EVENTS_PER_JOB + EventBudget.EVENTS_PER_FETCH))
                .isPositive();
    }

    @Test
    void beginsNothingOnceTheHistoryIsLarge() {
        assertThat(new EventBudget(1_000, 1_000).room(3, 1_000, 0, EventBudget.EVENTS_PER_JOB))
                .isZero();
    }

    @Test
    void standardBudgetStaysBelowTemporalsWarning() {
        assertThat(EventBudget.STANDARD.events()).isLessThan(10_000);
    }

    @Test
    void refusesABudgetThatWouldNeverStartAnything() {
        assertThatThrownBy(() -> new EventBudget(10, 1)).hasMessageContaining("at least");
    }
}
