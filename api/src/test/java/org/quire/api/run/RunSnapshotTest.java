package org.quire.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;

class RunSnapshotTest {

    private final RunPlan plan = Samples.plan("r", 1);

    private Optional<JobState> state(RunSnapshot run, int step, int unit) {
        return run.jobState(new JobId(plan.runId(), step, unit));
    }

    @Test
    void jobsWaitUntilTheRunKnowsOfThem() {
        RunSnapshot run = Samples.snapshot(plan, null, RunState.QUEUED);

        assertThat(run.counts(0)).containsExactly(entry(JobState.CACHED, 3));
        assertThat(state(run, 1, 2)).contains(JobState.CACHED);
        assertThat(run.state()).isEqualTo(RunState.QUEUED);
    }

    @Test
    void aJobThatAWorkerHasIsRunningAndSoIsItsRun() {
        RunSnapshot run = Samples.withRunning(Samples.snapshot(plan, null, RunState.QUEUED, "qqc", "ccc"), 0, 1);

        assertThat(state(run, 0, 0)).contains(JobState.QUEUED);
        assertThat(state(run, 0, 1)).contains(JobState.RUNNING);
        assertThat(run.state()).isEqualTo(RunState.RUNNING);
        assertThat(run.counts(0))
                .containsOnly(entry(JobState.CACHED, 1), entry(JobState.QUEUED, 1), entry(JobState.RUNNING, 1));
    }

    @Test
    void aRunWhoseJobsOnlyWaitInAQueueHasNotBegun() {
        assertThat(Samples.snapshot(plan, null, RunState.RUNNING, "qqc", "ccc").state())
                .isEqualTo(RunState.QUEUED);
    }

    @Test
    void aRunThatHasBegunStaysRunningUntilItsEnd() {
        assertThat(Samples.snapshot(plan, null, RunState.RUNNING, "Sqc", "ccc").state())
                .isEqualTo(RunState.RUNNING);
        assertThat(Samples.snapshot(plan, null, RunState.RUNNING, "Fqc", "Xcc").state())
                .isEqualTo(RunState.RUNNING);
        assertThat(Samples.withLostAttempt(Samples.snapshot(plan, null, RunState.RUNNING, "qqc", "ccc"), 0, 1)
                        .state())
                .isEqualTo(RunState.RUNNING);
    }

    @Test
    void aTerminalStateIsNotOverruledByTemporal() {
        RunSnapshot run = Samples.withRunning(Samples.snapshot(plan, null, RunState.RUNNING, "SqX", "ccc"), 0, 0);

        assertThat(state(run, 0, 0)).contains(JobState.SUCCESS);
        assertThat(run.jobs(0, JobState.CANCELLED)).containsExactly(new JobId(plan.runId(), 0, 2));
    }

    @Test
    void aSingleProcessorsJobHasSucceededWhenItsResultIsCommitted() {
        RunPlan single = Samples.singleStepPlan("r", List.of());

        assertThat(state(Samples.snapshot(single, null, RunState.RUNNING, "S"), 0, 0))
                .contains(JobState.RUNNING);
        assertThat(state(Samples.snapshot(single, null, RunState.SUCCESS, "S"), 0, 0))
                .contains(JobState.SUCCESS);
        assertThat(state(Samples.snapshot(single, null, RunState.FAILED, "S"), 0, 0))
                .as("could not be committed")
                .contains(JobState.FAILED);
    }

    @Test
    void knowsOnlyItsOwnJobs() {
        RunSnapshot run = Samples.snapshot(plan, null, RunState.RUNNING, "qqq", "ccc");

        assertThat(state(run, 2, 0)).isEmpty();
        assertThat(state(run, 0, 3)).isEmpty();
        assertThat(run.jobState(new JobId(new RunId("other"), 0, 0))).isEmpty();
    }
}
