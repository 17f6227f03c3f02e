package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quire.workflows.job.JobState;

class JobTableTest {

    @Test
    void refusesToLeaveATerminalState() {
        var jobs = new JobTable(1, 2);
        jobs.move(0, 1, JobState.QUEUED);
        jobs.move(0, 1, JobState.FAILED);

        assertThatThrownBy(() -> jobs.move(0, 1, JobState.SUCCESS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("FAILED");
        assertThat(jobs.state(0, 1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void refusesSuccessOfAJobThatNeverStarted() {
        var jobs = new JobTable(1, 1);

        assertThatThrownBy(() -> jobs.move(0, 0, JobState.SUCCESS)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    void onlyStatesThatAreNotTerminalMayBecomeOthers(JobState state) {
        boolean leaves = List.of(JobState.values()).stream().anyMatch(state::mayBecome);

        assertThat(leaves).isNotEqualTo(state.isTerminal());
    }

    @ParameterizedTest
    @EnumSource(RunState.class)
    void onlyRunsThatAreNotTerminalMayBecomeOthers(RunState state) {
        boolean leaves = List.of(RunState.values()).stream().anyMatch(state::mayBecome);

        assertThat(leaves).isNotEqualTo(state.isTerminal());
    }

    @Test
    void encodesRunsOfEqualStatesByTheirLength() {
        var jobs = new JobTable(1, 130);
        for (int unit = 0; unit < 120; unit++) {
            jobs.move(0, unit, JobState.QUEUED);
            jobs.move(0, unit, JobState.SUCCESS);
        }
        jobs.move(0, 125, JobState.CANCELLED);

        assertThat(jobs.encoded()).containsExactly("S120c5Xc4");
    }

    @Property
    void readsBackWhatItEncoded(@ForAll @Size(min = 1, max = 300) List<@IntRange(max = 3) Integer> codes) {
        var jobs = new JobTable(2, codes.size());
        for (int unit = 0; unit < codes.size(); unit++) {
            switch (codes.get(unit)) {
                case 0 -> {}
                case 1 -> jobs.move(1, unit, JobState.CANCELLED);
                default -> {
                    jobs.move(1, unit, JobState.QUEUED);
                    jobs.move(1, unit, codes.get(unit) == 2 ? JobState.SUCCESS : JobState.FAILED);
                }
            }
        }

        JobTable read = JobTable.decode(jobs.encoded(), codes.size());

        assertThat(read.letters()).isEqualTo(jobs.letters());
        for (JobState state : JobState.values()) {
            assertThat(read.count(state)).isEqualTo(jobs.count(state));
        }
        assertThat(read.isAllDone()).isEqualTo(jobs.isAllDone());
    }
}
