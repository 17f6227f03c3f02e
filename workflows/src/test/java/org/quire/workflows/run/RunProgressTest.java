package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.workspace.WorkspaceAnswer.CommitFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.DependencyFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Granted;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage;

class RunProgressTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void registersFirstWithWhatItReadsAndMakes() {
        RunProgress progress = progress(2, 10, "IMG->A", "A->B");

        assertThat(progress.nextMessage(false))
                .isEqualTo(new WorkspaceMessage.Register(
                        new RunId("r"), 1, List.of("IMG"), List.of("A", "B"), Plans.units(2, 1), List.of()));
        assertThat(progress.nextMessage(false)).as("while one is outstanding").isNull();
        assertThat(progress.nextJobs(10)).as("before any grant").isEmpty();
        assertThat(progress.state()).isEqualTo(RunState.QUEUED);
    }

    @Test
    void finishesBegunUnitsBeforeItBeginsOthers() {
        RunProgress progress = granted(3, 1, "IMG->A", "A->B");

        assertThat(progress.nextJobs(10)).containsExactly(job(0, 0));
        progress.jobFinished(success(job(0, 0)));
        assertThat(progress.nextJobs(10)).containsExactly(job(1, 0));
        progress.jobFinished(success(job(1, 0)));
        assertThat(progress.nextJobs(10)).containsExactly(job(0, 1));
    }

    @Test
    void keepsWithinTheJobsAllowedInFlight() {
        RunProgress progress = granted(5, 3, "IMG->A");

        assertThat(progress.nextJobs(10)).hasSize(3);
        assertThat(progress.nextJobs(10)).isEmpty();
        progress.jobFinished(success(job(0, 1)));
        assertThat(progress.nextJobs(10)).containsExactly(job(0, 3));
    }

    @Test
    void failedJobCancelsItsDependentsOnItsUnitOnly() {
        RunProgress progress = granted(2, 10, "IMG->A", "A->B", "B->C", "IMG->D");
        progress.nextJobs(10);

        progress.jobFinished(JobResult.failure(job(0, 0), "bad image", null));

        assertThat(progress.status().jobStates()).containsExactly("Fq", "Xc", "Xc", "qq");
        assertThat(progress.status().failures())
                .containsExactly(new RunStatus.Failure(job(0, 0), "ocrd-step1", List.of("PHYS_0001"), "bad image"));
    }

    @Test
    void writerThatOnlyComesAfterAFailedStepStillRuns() {
        RunProgress progress = granted(1, 10, "IMG->A", "IMG->A");
        assertThat(progress.nextJobs(10)).containsExactly(job(0, 0));

        progress.jobLost(job(0, 0), "lost");

        assertThat(progress.nextJobs(10)).containsExactly(job(1, 0));
    }

    @Test
    void stepsOfAUnitSeeWhatEarlierOnesMade() {
        RunProgress progress = granted(1, 10, "IMG->A", "A->B");
        progress.nextJobs(10);
        progress.jobFinished(success(job(0, 0)));

        assertThat(progress.files(0)).containsExactly(file(job(0, 0)));
        progress.nextJobs(10);
        progress.jobFinished(success(job(1, 0)));
        assertThat(progress.files(0)).as("once the unit is done").isEmpty();
    }

    @Test
    void succeedsOnlyWhenTheFarewellIsAnswered() {
        RunProgress progress = granted(1, 10, "IMG->A");
        progress.nextJobs(10);
        progress.jobFinished(success(job(0, 0)));

        assertThat(send(progress))
                .isEqualTo(new WorkspaceMessage.Deliver(
                        new RunId("r"), 2, List.of(success(job(0, 0)).produced()), List.of(0)));
        assertThat(send(progress)).isEqualTo(new WorkspaceMessage.Finish(new RunId("r"), 3));
        progress.answered(new Committed(2));
        assertThat(progress.state()).isEqualTo(RunState.RUNNING);
        progress.answered(new Committed(3));
        assertThat(progress.state()).isEqualTo(RunState.SUCCESS);
        assertThat(progress.status().reason()).isNull();
    }

    @Test
    void resultsGatherWhileACommitIsUnderWay() {
        RunProgress progress = granted(4, 10, "IMG->A");
        progress.nextJobs(10);
        progress.jobFinished(success(job(0, 0)));
        assertThat(((WorkspaceMessage.Deliver) send(progress)).releasedUnits()).containsExactly(0);

        progress.jobFinished(success(job(0, 1)));
        assertThat(send(progress)).isNull();
        progress.jobFinished(success(job(0, 2)));
        progress.answered(new Committed(2));

        assertThat(((WorkspaceMessage.Deliver) send(progress)).releasedUnits()).containsExactly(1, 2);
    }

    @Test
    void cancelBeforeTheFirstMessageEndsTheRunWithoutAny() {
        RunProgress progress = progress(3, 10, "IMG->A", "A->B");

        progress.cancel();

        assertThat(progress.state()).isEqualTo(RunState.CANCELLED);
        assertThat(progress.nextMessage(false)).isNull();
        assertThat(progress.status().jobStates()).containsExactly("XXX", "XXX");
    }

    @Test
    void cancelLetsRunningJobsEndAndKeepsWhatSucceeds() {
        RunProgress progress = granted(2, 1, "IMG->A", "A->B");
        progress.nextJobs(10);

        progress.cancel();
        assertThat(progress.nextJobs(10)).isEmpty();
        progress.jobFinished(success(job(0, 0)));

        assertThat(progress.status().jobStates()).containsExactly("SX", "XX");
        end(progress);
        assertThat(progress.state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void cancelAfterTheLastJobChangesNothing() {
        RunProgress progress = granted(1, 1, "IMG->A");
        progress.nextJobs(10);
        progress.jobFinished(JobResult.failure(job(0, 0), "bad", null));

        progress.cancel();
        progress.stop();
        end(progress);

        assertThat(progress.state()).isEqualTo(RunState.FAILED);
    }

    @Test
    void lateResultsNeverChangeATerminalJob() {
        RunProgress progress = granted(1, 1, "IMG->A");
        progress.nextJobs(10);
        progress.stop();
        progress.jobCancelled(job(0, 0));

        progress.jobFinished(success(job(0, 0)));
        progress.jobLost(job(0, 0), "late");

        assertThat(progress.status().jobStates()).containsExactly("X");
        end(progress);
        assertThat(progress.state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void failedCommitFailsTheRunEvenIfAllJobsSucceeded() {
        RunProgress progress = granted(1, 1, "IMG->A");
        progress.nextJobs(10);
        progress.jobFinished(success(job(0, 0)));
        send(progress);

        progress.answered(new CommitFailed(2, "mets.xml is gone"));
        end(progress);

        assertThat(progress.state()).isEqualTo(RunState.FAILED);
        assertThat(progress.status().reason()).contains("mets.xml is gone");
    }

    @Test
    void failedDependencyCancelsTheRunWithItsReason() {
        RunProgress progress = progress(2, 1, "IMG->A");
        send(progress);

        progress.answered(new DependencyFailed("Run r0 failed."));
        end(progress);

        assertThat(progress.state()).isEqualTo(RunState.CANCELLED);
        assertThat(progress.status().reason()).isEqualTo("Run r0 failed.");
    }

    @Test
    void namesFailedPagesShortly() {
        RunProgress progress = granted(9, 100, "IMG->A");
        progress.nextJobs(100).forEach(job -> progress.jobFinished(JobResult.failure(job, "no text", null)));
        end(progress);

        assertThat(progress.status().reason())
                .startsWith("9 jobs failed: ocrd-step1 on PHYS_0001, ")
                .endsWith(" and 4 more (no text)");
    }

    @Test
    void keepsTheFirstFailuresAndCountsAll() {
        RunProgress progress = granted(1_500, 1_900, "IMG->A");
        progress.nextJobs(1_900).forEach(job -> progress.jobLost(job, "x".repeat(5_000)));

        assertThat(progress.view().failures()).hasSize(FailureLog.KEPT);
        assertThat(progress.view().failures().get(0).reason()).hasSize(FailureLog.REASON_LENGTH);
        assertThat(progress.view().steps().get(0).failed()).isEqualTo(1_500);
    }

    @Test
    void refusesToHandOnWhileJobsAreInFlight() {
        RunProgress progress = granted(1, 1, "IMG->A");
        progress.nextJobs(1);

        assertThatThrownBy(() -> progress.carry(START)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void splitsDeliveriesBeforeAMessageGrowsTooLarge() {
        RunProgress progress = granted(3, 10, "IMG->A");
        var many = new MetsAddition(
                java.util.Collections.nCopies(Outbox.MAX_FILES_PER_DELIVERY - 1, file(job(0, 0))), List.of());
        progress.nextJobs(10).forEach(job -> progress.jobFinished(JobResult.success(job, many, usage())));

        for (int unit = 0; unit < 3; unit++) {
            var deliver = (WorkspaceMessage.Deliver) send(progress);
            assertThat(deliver.results()).hasSize(1);
            assertThat(deliver.releasedUnits()).containsExactly(unit);
        }
        assertThat(send(progress)).isInstanceOf(WorkspaceMessage.Finish.class);
    }

    /** Quadratic behaviour would take minutes here. */
    @Test
    void costsNoMorePerPageForTwentyThousandPages() {
        RunProgress progress = granted(20_000, 100, "IMG->A", "A->B", "B->C", "C->D", "D->E");
        long begun = System.nanoTime();
        for (List<JobId> jobs = progress.nextJobs(100); !jobs.isEmpty(); jobs = progress.nextJobs(100)) {
            jobs.forEach(job -> progress.jobFinished(success(job)));
            send(progress);
            progress.answered(new Committed(Long.MAX_VALUE));
        }
        end(progress);

        assertThat(progress.state()).isEqualTo(RunState.SUCCESS);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }

    private static void end(RunProgress progress) {
        while (send(progress) != null) {
            progress.answered(new Committed(Long.MAX_VALUE));
        }
    }

    private static @Nullable WorkspaceMessage send(RunProgress progress) {
        WorkspaceMessage message = progress.nextMessage(false);
        if (message != null) {
            progress.messageSent();
        }
        return message;
    }

    private static RunProgress progress(int pages, int maxInFlight, String... steps) {
        return RunProgress.of(Plans.of("r", pages, Plans.options(maxInFlight), steps), null);
    }

    private static RunProgress granted(int pages, int maxInFlight, String... steps) {
        RunProgress progress = progress(pages, maxInFlight, steps);
        send(progress);
        progress.answered(new Granted(List.of(new UnitRange(0, pages - 1))));
        return progress;
    }

    private static JobId job(int step, int unit) {
        return new JobId(new RunId("r"), step, unit);
    }

    private static JobResult success(JobId job) {
        return JobResult.success(job, new MetsAddition(List.of(file(job)), List.of()), usage());
    }

    private static JobResult.Usage usage() {
        return new JobResult.Usage("here", 1, false, Duration.ofSeconds(1), Duration.ofSeconds(1), 0);
    }

    private static MetsFile file(JobId job) {
        return new MetsFile("F" + job, "G" + job.step(), "text/plain", null, null, "G/f");
    }

    @Test
    void knowsWhichJobSucceeded() {
        RunProgress progress = granted(1, 1, "IMG->A");
        progress.nextJobs(1);
        progress.jobFinished(success(job(0, 0)));

        assertThat(progress.state(job(0, 0))).isEqualTo(JobState.SUCCESS);
    }
}
