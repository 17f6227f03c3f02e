package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.quire.workflows.workspace.WorkspaceWorld.deliver;
import static org.quire.workflows.workspace.WorkspaceWorld.finish;
import static org.quire.workflows.workspace.WorkspaceWorld.register;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.RunLookup.Standing;
import org.quire.workflows.workspace.WorkspaceAnswer.CommitFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.DependencyFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Granted;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

class WorkspaceWorkflowTest {

    private WorkspaceWorld world = new WorkspaceWorld(WorkspaceLimits.STANDARD);

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void overlappingRunsAreServedInOrderOfArrival() {
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        world.tell(register(a, "IMG", "BIN", 1, 3));
        world.tell(register(b, "IMG", "BIN", 2, 4));
        awaitTold(a, granted(0, 2));
        awaitTold(b, granted(2, 2));
        assertThat(world.locks().entries())
                .extracting(WorkspaceLocks.Entry::heldUnits, WorkspaceLocks.Entry::awaitedUnits)
                .containsExactly(tuple(3, 0), tuple(1, 2));

        world.tell(finish(a, 2));

        awaitTold(a, granted(0, 2), new Committed(2));
        awaitTold(b, granted(2, 2), granted(0, 1));
        world.tell(finish(b, 2));
        await().until(world::ownerCompleted);
    }

    @Test
    void disjointRunsWorkSideBySide() {
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        world.tell(register(a, "IMG", "BIN", 1, 2));
        world.tell(register(b, "IMG", "BIN", 3, 4));

        awaitTold(a, granted(0, 1));
        awaitTold(b, granted(0, 1));
    }

    @Test
    void readerFollowsTheWriterPageByPage() {
        RunId writer = world.startRun("writer");
        RunId reader = world.startRun("reader");
        world.tell(register(writer, "IMG", "BIN", 1, 3));
        world.tell(register(reader, "BIN", "SEG", 1, 3));
        awaitTold(writer, granted(0, 2));
        assertThat(world.told(reader)).isEmpty();

        world.tell(deliver(writer, 2, 1));
        awaitTold(reader, granted(1, 1));
        assertThat(world.commits.committedIds()).containsExactly("writer-1");
        world.tell(deliver(writer, 3, 0));

        awaitTold(reader, granted(1, 1), granted(0, 0));
    }

    @Test
    void repeatedMessagesAreCommittedOnce() {
        RunId a = world.startRun("a");
        world.tell(register(a, "IMG", "BIN", 1, 2));
        world.tell(register(a, "IMG", "BIN", 1, 2));
        world.tell(deliver(a, 2, 0));
        world.tell(deliver(a, 2, 0));
        await().until(() -> world.told(a).contains(new Committed(2)));
        world.tell(deliver(a, 2, 0));
        world.tell(finish(a, 3));

        await().until(world::ownerCompleted);
        assertThat(world.commits.committedIds()).containsExactly("a-0");
        assertThat(world.told(a)).last().isEqualTo(new Committed(3));
    }

    @Test
    void pagesOfATerminatedHolderAreFreeWithinAMinute() {
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        world.tell(register(a, "IMG", "BIN", 1, 2));
        world.tell(register(b, "IMG", "BIN", 1, 2));
        awaitTold(a, granted(0, 1));
        long before = world.environment.currentTimeMillis();

        world.terminate(a);
        world.environment.sleep(Duration.ofSeconds(35));

        awaitTold(b, granted(0, 1));
        assertThat(world.environment.currentTimeMillis() - before).isLessThan(60_000);
    }

    @Test
    void runThatCannotBeReachedIsLookedUpAtOnce() {
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        RunId c = world.startRun("c");
        world.tell(register(a, "IMG", "BIN", 1, 1));
        world.tell(register(b, "IMG", "BIN", 1, 1));
        world.tell(register(c, "IMG", "BIN", 1, 1));
        awaitTold(a, granted(0, 0));
        world.terminate(b);

        world.tell(finish(a, 2));

        awaitTold(c, granted(0, 0));
    }

    @Test
    void resultsThatGatherDuringACommitGoIntoOne() {
        RunId a = world.startRun("a");
        world.commits.gate.drainPermits();
        world.tell(register(a, "IMG", "BIN", 1, 30));
        world.tell(deliver(a, 2, 0));
        await().until(() -> world.commits.batches.size() == 1);
        for (int unit = 1; unit < 30; unit++) {
            world.tell(deliver(a, unit + 2, unit));
        }
        world.tell(finish(a, 32));
        world.commits.gate.release(1_000);

        await().until(() -> world.told(a).contains(new Committed(32)));
        await().until(world::ownerCompleted);
        assertThat(world.commits.committedIds()).hasSize(30).doesNotHaveDuplicates();
        assertThat(world.commits.batches).hasSizeBetween(2, 3);
    }

    @Test
    void spoiltDeliveryFailsAloneAndReleasesItsPages() {
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        world.commits.poisonedIds.add("a-1");
        world.commits.gate.drainPermits();
        world.tell(register(a, "IMG", "BIN", 1, 3));
        world.tell(register(b, "BIN", "SEG", 1, 3));
        world.tell(deliver(a, 2, 0));
        await().until(() -> world.commits.batches.size() == 1);
        world.tell(deliver(a, 3, 1));
        world.tell(deliver(a, 4, 2));
        world.commits.gate.release(1_000);

        await().until(() -> world.told(a).contains(new Committed(4)));
        assertThat(world.told(a)).contains(new CommitFailed(3, "spoilt by a-1"));
        await().until(() -> grantedUnits(b).equals(List.of(0, 1, 2)));
    }

    @Test
    void dependentStartsWhenAllThatItWaitsForSucceeded() {
        RunId a = world.startRun("a");
        world.lookups.standings.put("x", Standing.SUCCEEDED);
        world.tell(register(a, "IMG", "BIN", 1, 1, "x", "y"));
        await().until(() -> world.lookups.asked.size() > 1);
        assertThat(world.told(a)).isEmpty();

        world.lookups.standings.put("y", Standing.SUCCEEDED);
        world.environment.sleep(Duration.ofSeconds(5));

        awaitTold(a, granted(0, 0));
        assertThat(world.lookups.asked).last().isEqualTo(List.of("y"));
    }

    @Test
    void failedDependencyIsAnsweredAtOnce() {
        RunId a = world.startRun("a");
        world.lookups.standings.put("x", Standing.FAILED);

        world.tell(register(a, "IMG", "BIN", 1, 1, "x"));

        await().until(() -> !world.told(a).isEmpty());
        assertThat(world.told(a)).singleElement().isInstanceOf(DependencyFailed.class);
    }

    @Test
    void endOfARunOfTheSameWorkspaceIsNoticedByThoseWhoWaitForIt() {
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        world.tell(register(a, "IMG", "BIN", 1, 1));
        world.tell(register(b, "BIN", "SEG", 1, 1, "a"));
        awaitTold(a, granted(0, 0));
        assertThat(world.lookups.asked).isEmpty();

        world.lookups.standings.put("a", Standing.SUCCEEDED);
        world.tell(finish(a, 2));

        awaitTold(b, granted(0, 0));
    }

    @Test
    void continuesAsNewWithoutForgettingAnything() {
        world.close();
        WorkspaceLimits standard = WorkspaceLimits.STANDARD;
        world = new WorkspaceWorld(new WorkspaceLimits(
                500,
                1_000_000,
                Duration.ofMillis(1),
                standard.endedCheck(),
                standard.firstDependencyPause(),
                standard.longestDependencyPause(),
                40));
        RunId a = world.startRun("a");
        RunId b = world.startRun("b");
        world.tell(register(a, "IMG", "BIN", 1, 40));
        world.tell(register(b, "IMG", "BIN", 1, 40));
        awaitTold(a, granted(0, 39));
        String first = world.ownerExecution();

        for (int unit = 0; unit < 40; unit++) {
            long sequence = unit + 2L;
            world.tell(deliver(a, sequence, unit));
            if (unit % 5 == 0) {
                await().until(() -> world.told(a).contains(new Committed(sequence)));
            }
        }

        await().until(() -> world.told(a).contains(new Committed(41)));
        await().until(() -> grantedUnits(b).size() == 40);
        assertThat(world.ownerExecution()).isNotEqualTo(first);
        assertThat(grantedUnits(b)).doesNotHaveDuplicates();
        assertThat(world.commits.committedIds()).hasSize(40).doesNotHaveDuplicates();
        world.tell(finish(a, 42));
        world.tell(finish(b, 2));
        await().until(world::ownerCompleted);
    }

    @Test
    void requestToCancelTheOwnerLosesNothing() {
        RunId a = world.startRun("a");
        world.tell(register(a, "IMG", "BIN", 1, 1));
        awaitTold(a, granted(0, 0));

        world.owner().cancel();
        world.tell(deliver(a, 2, 0));

        await().until(() -> world.told(a).contains(new Committed(2)));
    }

    private List<Integer> grantedUnits(RunId run) {
        return world.told(run).stream()
                .filter(Granted.class::isInstance)
                .flatMap(answer -> ((Granted) answer)
                        .units().stream()
                                .flatMap(range -> IntStream.rangeClosed(range.first(), range.last())
                                        .boxed()))
                .sorted()
                .toList();
    }

    private void awaitTold(RunId run, WorkspaceAnswer... answers) {
        await().untilAsserted(() -> assertThat(world.told(run)).containsExactly(answers));
    }

    private static Granted granted(int first, int last) {
        return new Granted(List.of(new UnitRange(first, last)));
    }
}
