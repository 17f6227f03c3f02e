package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.quire.workflows.workspace.WorkspaceWorld.deliver;
import static org.quire.workflows.workspace.WorkspaceWorld.finish;
import static org.quire.workflows.workspace.WorkspaceWorld.register;

import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.RunLookup.Standing;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.ReturnAsked;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;

/**
 * What ran under an earlier version must go on under this one. To record again, after a change that has its entry in
 * {@link WorkspaceVersions}: run this class with {@code -Dquire.recordHistories=true} and give the files a new version in their names.
 */
class WorkspaceReplayTest {

    private static final Path HISTORIES = Path.of("src/test/resources/histories");
    private static final String TWO_RUNS = "workspace-v1-two-runs.json";
    private static final String TERMINATED = "workspace-v1-holder-terminated.json";
    private static final String DEPENDENT = "workspace-v1-dependent-run.json";
    private static final String CONTINUED = "workspace-v1-continued-as-new.json";
    private static final String ROLL_CALL = "workspace-v2-roll-call.json";

    @ParameterizedTest
    @ValueSource(strings = {TWO_RUNS, TERMINATED, DEPENDENT, CONTINUED, ROLL_CALL})
    void recordedHistoriesGoOnUnderThisVersion(String history) throws Exception {
        replay(history, WorkspaceWorkflowImpl.class);
    }

    @Test
    void replayNoticesALogicThatChangedWithoutAVersion() {
        assertThatThrownBy(() -> replay(TWO_RUNS, ChangedWorkspace.class)).hasMessageContaining("replay");
    }

    @Test
    void everyRecordedHistoryIsReplayed() throws IOException {
        try (Stream<Path> files = Files.list(HISTORIES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("workspace-")))
                    .containsExactlyInAnyOrder(TWO_RUNS, TERMINATED, DEPENDENT, CONTINUED, ROLL_CALL);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "quire.recordHistories", matches = "true")
    void recordTwoRuns() throws IOException {
        try (var world = new WorkspaceWorld(WorkspaceLimits.STANDARD)) {
            RunId a = world.startRun("a");
            RunId b = world.startRun("b");
            world.tell(register(a, "IMG", "BIN", 1, 3));
            world.tell(register(b, "BIN", "SEG", 1, 3));
            await().until(() -> world.told(a).size() == 1);
            for (int unit = 0; unit < 3; unit++) {
                int grants = unit + 1;
                world.tell(deliver(a, unit + 2L, unit));
                await().until(() -> world.told(b).size() == grants);
            }
            world.tell(finish(a, 5));
            world.tell(finish(b, 2));
            await().until(world::ownerCompleted);
            record(world, TWO_RUNS);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "quire.recordHistories", matches = "true")
    void recordTerminatedHolder() throws IOException {
        try (var world = new WorkspaceWorld(WorkspaceLimits.STANDARD)) {
            RunId a = world.startRun("a");
            RunId b = world.startRun("b");
            world.tell(register(a, "IMG", "BIN", 1, 2));
            world.tell(register(b, "IMG", "BIN", 1, 2));
            await().until(() -> world.told(a).size() == 1);
            world.terminate(a);
            world.environment.sleep(Duration.ofSeconds(35));
            await().until(() -> world.told(b).size() == 1);
            world.tell(finish(b, 2));
            await().until(world::ownerCompleted);
            record(world, TERMINATED);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "quire.recordHistories", matches = "true")
    void recordDependentRun() throws IOException {
        try (var world = new WorkspaceWorld(WorkspaceLimits.STANDARD)) {
            RunId a = world.startRun("a");
            world.tell(register(a, "IMG", "BIN", 1, 2, "elsewhere"));
            await().until(() -> world.lookups.asked.size() > 1);
            world.lookups.standings.put("elsewhere", Standing.SUCCEEDED);
            world.environment.sleep(Duration.ofSeconds(5));
            await().until(() -> world.told(a).size() == 1);
            world.tell(finish(a, 2));
            await().until(world::ownerCompleted);
            record(world, DEPENDENT);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "quire.recordHistories", matches = "true")
    void recordRollCall() throws IOException {
        try (var world = new WorkspaceWorld(WorkspaceLimits.STANDARD)) {
            RunId a = world.startRun("a");
            RunId b = world.startRun("b");
            world.orphans.add(a);
            world.tell(register(b, "IMG", "BIN", 1, 2));
            await().until(() -> world.told(a).size() == 1);
            var asked = (ReturnAsked) world.told(a).getFirst();
            Register first = register(a, "IMG", "BIN", 1, 2);
            var standing = new WorkspaceMessage.Standing(List.of(new UnitRange(0, 1)), List.of());
            world.tell(new Register(
                    a,
                    2,
                    first.inputGroups(),
                    first.outputGroups(),
                    first.units(),
                    List.of(),
                    1L,
                    standing,
                    asked.asker()));
            await().until(() -> world.told(a).size() == 2);
            world.tell(new Finish(a, 3, 1L, true));
            await().until(() -> world.told(b).size() == 1);
            world.tell(finish(b, 2));
            await().until(world::ownerCompleted);
            record(world, ROLL_CALL);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "quire.recordHistories", matches = "true")
    void recordContinuedAsNew() throws IOException {
        WorkspaceLimits standard = WorkspaceLimits.STANDARD;
        try (var world = new WorkspaceWorld(new WorkspaceLimits(
                standard.additionsPerCommit(),
                standard.charactersPerCommit(),
                standard.commitPause(),
                standard.endedCheck(),
                standard.firstDependencyPause(),
                standard.longestDependencyPause(),
                100))) {
            RunId a = world.startRun("a");
            world.tell(register(a, "IMG", "BIN", 1, 200));
            String first = world.ownerExecution();
            int unit = 0;
            while (world.ownerExecution().equals(first)) {
                long sequence = unit + 2L;
                world.tell(deliver(a, sequence, unit++));
                await().until(() -> world.told(a).contains(new Committed(sequence)));
            }
            world.tell(finish(a, unit + 2L));
            await().until(world::ownerCompleted);
            record(world, CONTINUED);
        }
    }

    private static void record(WorkspaceWorld world, String name) throws IOException {
        Files.createDirectories(HISTORIES);
        Files.writeString(HISTORIES.resolve(name), world.history(world.ownerExecution()));
    }

    private static void replay(String history, Class<?> implementation) throws Exception {
        try (TestWorkflowEnvironment environment =
                TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                        .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                                .setDataConverter(QuireData.converter())
                                .build())
                        .build())) {
            WorkflowReplayer.replayWorkflowExecutionFromResource("histories/" + history, environment, implementation);
        }
    }

    /** Does something before it looks at its messages, which no recorded history did. */
    public static final class ChangedWorkspace implements WorkspaceWorkflow {

        @Override
        public void run(WorkspaceInput input) {
            Workflow.sleep(Duration.ofSeconds(1));
        }

        @Override
        public void message(WorkspaceMessage message) {
            Workflow.getLogger(ChangedWorkspace.class).debug("ignored");
        }

        @Override
        public WorkspaceLocks locks() {
            return new WorkspaceLocks(WorkspaceWorld.WORKSPACE, List.of());
        }

        @Override
        public boolean isHeldBack(PageNeeds needs) {
            return false;
        }
    }
}
