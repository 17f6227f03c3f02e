package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.quire.mets.MetsAddition;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.Granted;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage;

class ResumedRunTest {

    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final RunPlan PLAN = Plans.of("abc", 4, Plans.options(10), "IMG->A", "A->B", "IMG->C");

    @Test
    void takesOverWhatSucceededOnUnfinishedUnitsOnly() {
        ResumedRun resumed = resumed("SSFS", "SXXS", "SSSS").orElseThrow();

        assertThat(resumed.plan().units().pages()).containsExactly("PHYS_0002", "PHYS_0003");
        assertThat(resumed.jobStates()).containsExactly("Sc", "cc", "SS");
        assertThat(resumed.plan().runId()).hasToString("abc-r1");
        assertThat(resumed.plan().submittedAt()).isEqualTo(NOW);
        assertThat(resumed.plan().units().wholeWorkspace()).isFalse();
    }

    @Test
    void doesAgainWhatIsGoneAndAllThatFollowsFromIt() {
        Optional<ResumedRun> resumed =
                ResumedRun.of(PLAN, status("SSSS", "SSSS", "SSSS"), (step, unit) -> step != 0 || unit != 3, NOW);

        assertThat(resumed).hasValueSatisfying(run -> {
            assertThat(run.plan().units().pages()).containsExactly("PHYS_0004");
            assertThat(run.jobStates()).containsExactly("c", "c", "S");
        });
    }

    @Test
    void hasNothingToDoAfterASuccess() {
        assertThat(resumed("SSSS", "SSSS", "SSSS")).isEmpty();
    }

    @Test
    void keepsTheSizeOfUnitsAndTheSmallerLastOne() {
        RunPlan plan = Plans.of("abc", Plans.units(5, 2), Plans.options(10), "IMG->A");

        ResumedRun resumed =
                ResumedRun.of(plan, status("FSF"), (step, unit) -> true, NOW).orElseThrow();

        assertThat(resumed.plan().units().count()).isEqualTo(2);
        assertThat(resumed.plan().units().pages(0)).containsExactly("PHYS_0001", "PHYS_0002");
        assertThat(resumed.plan().units().pages(1)).containsExactly("PHYS_0005");
    }

    @Test
    void countsHowOftenARunWasResumed() {
        assertThat(ResumedRun.idAfter(new RunId("abc"))).hasToString("abc-r1");
        assertThat(ResumedRun.idAfter(new RunId("abc-r9"))).hasToString("abc-r10");
    }

    @Test
    void runsOnlyWhatIsLeftAndThenSucceeds() {
        ResumedRun resumed = resumed("SSFS", "SXXS", "SSSS").orElseThrow();
        RunInput input = RunInput.resume(resumed);
        RunProgress progress = RunProgress.of(input.plan(), input.carried());

        assertThat(progress.nextMessage(false)).isInstanceOf(WorkspaceMessage.Register.class);
        progress.messageSent();
        progress.answered(new Granted(List.of(new UnitRange(0, 1))));
        assertThat(progress.nextJobs(10)).containsExactlyInAnyOrder(job(1, 0), job(0, 1));
        succeed(progress, 1, 0);
        succeed(progress, 0, 1);
        assertThat(progress.nextJobs(10)).containsExactly(job(1, 1));
        succeed(progress, 1, 1);
        for (WorkspaceMessage message = progress.nextMessage(true);
                message != null;
                message = progress.nextMessage(true)) {
            progress.messageSent();
            progress.answered(new Committed(message.sequence()));
        }

        assertThat(progress.state()).isEqualTo(RunState.SUCCESS);
    }

    private static void succeed(RunProgress progress, int step, int unit) {
        progress.jobFinished(new JobResult(job(step, unit), true, null, MetsAddition.NONE, null));
    }

    private static JobId job(int step, int unit) {
        return new JobId(new RunId("abc-r1"), step, unit);
    }

    private static Optional<ResumedRun> resumed(String... jobStates) {
        return ResumedRun.of(PLAN, status(jobStates), (step, unit) -> true, NOW);
    }

    private static RunStatus status(String... jobStates) {
        return new RunStatus(PLAN.runId(), RunState.FAILED, null, List.of(jobStates), List.of());
    }
}
