package org.quire.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quire.api.FakeRuns;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.workspace.LockReader;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.workspace.PageNeeds;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.quire.workflows.workspace.WorkspaceRef;

class ProspectsTest {

    private final FakeRuns runs = new FakeRuns();
    private final Locks locks = new Locks();
    private final Prospects prospects = new Prospects(runs, locks);

    /** Answers as it is told, and remembers what it was asked. */
    private static final class Locks implements LockReader {

        private boolean heldBack;
        private boolean away;
        private List<String> pagesAskedFor = List.of();

        @Override
        public List<WorkspaceLocks.Entry> of(WorkspaceRef workspace) {
            return List.of();
        }

        @Override
        public boolean isHeldBack(WorkspaceRef workspace, PageNeeds needs) {
            pagesAskedFor = needs.pages();
            if (away) {
                throw new EngineUnavailable("away", new IllegalStateException("test"));
            }
            return heldBack;
        }
    }

    @BeforeEach
    void knowARunWithJobsOfEveryState() {
        runs.know(Samples.snapshot(Samples.plan("mixed", 1), null, RunState.RUNNING, "SFq", "cXc"));
        runs.know(Samples.snapshot(Samples.plan("done", 1), Samples.SUBMITTED, RunState.SUCCESS, "SSS", "SSS"));
        runs.know(Samples.snapshot(Samples.plan("looks-like-1-1", 1), null, RunState.RUNNING, "qqq", "ccc"));
    }

    private static RunPlan plan(String... dependsOn) {
        return Samples.singleStepPlan("new", List.of(dependsOn));
    }

    @Test
    void knowsJobsAndRunsByTheirIds() {
        assertThat(prospects.unknown(
                        List.of("mixed", "done", "mixed-0-0", "done-1-2", "looks-like-1-1", "looks-like-1-1-0-0")))
                .isEmpty();
    }

    @Test
    void namesTheIdsOfNothing() {
        assertThat(prospects.unknown(List.of("", "other", "mixed-2-0", "done", "mixed-0-3", "../x", "looks-like")))
                .containsExactly("", "other", "mixed-2-0", "mixed-0-3", "../x", "looks-like");
    }

    @Test
    void aJobWithNothingBeforeItIsQueued() {
        assertThat(prospects.firstState(plan())).isEqualTo(JobState.QUEUED);
        assertThat(prospects.firstState(plan("done", "mixed-0-0"))).isEqualTo(JobState.QUEUED);
        assertThat(locks.pagesAskedFor).containsExactly("P1", "P2", "P3");
    }

    @Test
    void aJobThatDependsOnWhatHasNotSucceededIsCached() {
        for (String open : List.of("mixed", "mixed-0-2", "mixed-1-0", "mixed-0-1", "looks-like-1-1")) {
            assertThat(prospects.firstState(plan("done", open))).as(open).isEqualTo(JobState.CACHED);
        }
    }

    @Test
    void aJobWhosePagesAreHeldIsCached() {
        locks.heldBack = true;

        assertThat(prospects.firstState(plan())).isEqualTo(JobState.CACHED);
    }

    @Test
    void aJobOfWhichNobodyCanTellIsCached() {
        locks.away = true;

        assertThat(prospects.firstState(plan())).isEqualTo(JobState.CACHED);
    }
}
