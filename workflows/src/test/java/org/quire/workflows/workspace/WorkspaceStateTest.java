package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.CommitQueue.Delivery;
import org.quire.workflows.workspace.RunLookup.DependencyState;
import org.quire.workflows.workspace.RunLookup.Standing;
import org.quire.workflows.workspace.WorkspaceAnswer.CommitFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.DependencyFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Granted;
import org.quire.workflows.workspace.WorkspaceAnswer.Restored;
import org.quire.workflows.workspace.WorkspaceAnswer.ReturnAsked;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;

class WorkspaceStateTest {

    private static final RunId A = new RunId("a");
    private static final RunId B = new RunId("b");
    private static final RunId C = new RunId("c");

    private static final Long EPOCH = 1L;
    private static final String ASKER = "this owner";

    private WorkspaceState state = new WorkspaceState();

    @Test
    void pagesAreFreeOnlyWhenTheResultsOnThemAreCommitted() {
        receive(register(A));
        receive(register(B));
        assertThat(told(A)).containsExactly(granted(0, 1));

        receive(deliver(A, 2, 0));
        assertThat(told(B)).isEmpty();
        commitAll();

        assertThat(told(A)).containsExactly(new Committed(2));
        assertThat(told(B)).containsExactly(granted(0, 0));
    }

    @Test
    void returnedRunHoldsNoMoreWhatItDeliversWhileOthersAreMissing() {
        state.callRoll(List.of(A, B, C), ASKER);
        receive(returned(A, 3, new UnitRange(0, 1)));
        receive(returned(B, 2));
        receive(new Deliver(A, 4, deliver(A, 4, 0).results(), List.of(0), EPOCH));
        commitAll();
        assertThat(told(A)).containsExactly(new ReturnAsked(null, ASKER), new Committed(4, EPOCH));
        assertThat(told(B)).as("answers while C is missing").containsExactly(new ReturnAsked(null, ASKER));

        state.ended(List.of(C));

        assertThat(told(A)).containsExactly(new Restored(4, List.of(new UnitRange(1, 1)), EPOCH));
        assertThat(told(B)).first().isEqualTo(new Restored(2, List.of(new UnitRange(0, 0)), EPOCH));
    }

    @Test
    void missingRunThatWasSetBackBeforeItWasAskedIsAskedAgain() {
        state.callRoll(List.of(A), ASKER);
        assertThat(told(A)).containsExactly(new ReturnAsked(null, ASKER));
        Register first = register(A);

        receive(new Register(
                A, 1, first.inputGroups(), first.outputGroups(), first.units(), List.of(), EPOCH, null, null));
        assertThat(told(A)).containsExactly(new ReturnAsked(EPOCH, ASKER));
        receive(new WorkspaceMessage.Reminder(A, 1, EPOCH));
        assertThat(told(A)).containsExactly(new ReturnAsked(EPOCH, ASKER));
        receive(returned(A, 2));

        assertThat(told(A)).first().isEqualTo(new Restored(2, List.of(new UnitRange(0, 1)), EPOCH));
    }

    @Test
    void whatAMissingRunSaidBeforeItWasAskedIsNoAnswer() {
        state.callRoll(List.of(A), ASKER);
        told(A);
        Register late = returned(A, 2);

        receive(new Register(
                A,
                2,
                late.inputGroups(),
                late.outputGroups(),
                late.units(),
                List.of(),
                EPOCH,
                late.standing(),
                "the owner before"));
        receive(register(B));

        assertThat(told(A)).containsExactly(new ReturnAsked(EPOCH, ASKER));
        assertThat(told(B)).as("pages that A may have").isEmpty();
        Register answer = returned(A, 3, new UnitRange(0, 1));
        receive(new Register(
                A,
                3,
                answer.inputGroups(),
                answer.outputGroups(),
                answer.units(),
                List.of(),
                EPOCH + 1,
                answer.standing(),
                ASKER));
        assertThat(told(A)).containsExactly(new Restored(3, List.of(new UnitRange(0, 1)), EPOCH + 1));
        assertThat(told(B)).isEmpty();
    }

    @Test
    void oneAnswerAcknowledgesAllThatWasCommittedTogether() {
        receive(register(A));
        told(A);
        receive(deliver(A, 2, 0));
        receive(deliver(A, 3, 1));

        commitAll();

        assertThat(told(A)).containsExactly(new Committed(3));
    }

    @Test
    void endOfARunWaitsForItsEarlierDeliveries() {
        receive(register(A));
        receive(register(B));
        told(A);
        receive(deliver(A, 2, 0));
        receive(new Finish(A, 3));
        assertThat(told(A)).isEmpty();
        assertThat(told(B)).isEmpty();

        commitAll();

        assertThat(told(A)).containsExactly(new Committed(3));
        assertThat(told(B)).containsExactly(granted(0, 1));
    }

    @Test
    void deliveryThatCanNeverBeCommittedReleasesItsPages() {
        receive(register(A));
        receive(register(B));
        told(A);
        receive(deliver(A, 2, 0));

        state.impossible(state.commits.nextBatch(1, 1).getFirst(), "gone");

        assertThat(told(A)).containsExactly(new CommitFailed(2, "gone"));
        assertThat(told(B)).containsExactly(granted(0, 0));
    }

    @Test
    void whatAnEndedRunDeliveredIsCommittedBeforeItsPagesAreFree() {
        receive(register(A));
        receive(register(B));
        receive(deliver(A, 2, 0));

        state.ended(List.of(A));
        assertThat(told(B)).isEmpty();
        assertThat(state.registered()).containsExactly(B);
        commitAll();

        assertThat(told(B)).containsExactly(granted(0, 1));
    }

    @Test
    void runThatWaitsForALaterOneGoesBehindIt() {
        receive(register(A, "b"));
        receive(register(B));
        assertThat(told(B)).containsExactly(granted(0, 1));

        receive(new Finish(B, 2));
        state.lookedUp(List.of(new DependencyState("b", Standing.SUCCEEDED)));

        assertThat(told(A)).containsExactly(granted(0, 1));
    }

    @Test
    void failedDependencyIsAnsweredAndGivesUpThePlace() {
        receive(register(A, "x-0-1", "y"));
        receive(register(B));
        state.lookedUp(
                List.of(new DependencyState("x-0-1", Standing.SUCCEEDED), new DependencyState("y", Standing.FAILED)));

        assertThat(told(A))
                .singleElement()
                .isInstanceOfSatisfying(
                        DependencyFailed.class,
                        failed -> assertThat(failed.reason()).contains("'y'"));
        assertThat(told(B)).containsExactly(granted(0, 1));
        receive(new Finish(A, 2));
        assertThat(told(A)).containsExactly(new Committed(2));
    }

    @Test
    void onlyWhatCanChangeUnheardIsLookedUp() {
        receive(register(A));
        receive(register(B, "a", "a-0-1", "elsewhere"));

        assertThat(state.dependencies.toLookUp(state.registered())).containsExactly("a-0-1", "elsewhere");
        state.dependencies.lookedUp();
        receive(new Finish(A, 2));

        assertThat(state.dependencies.news()).isTrue();
        assertThat(state.dependencies.toLookUp(state.registered())).containsExactly("a", "a-0-1", "elsewhere");
    }

    @Test
    void repeatedMessagesChangeNothing() {
        receive(register(A));
        receive(register(B));
        receive(deliver(A, 2, 0));
        commitAll();
        told(A);
        told(B);

        receive(register(A));
        receive(deliver(A, 2, 0));

        assertThat(state.commits.isEmpty()).isTrue();
        assertThat(told(A)).containsExactly(granted(1, 1), new Committed(2));
        assertThat(told(B)).isEmpty();
    }

    @Test
    void resultsOfAnUnknownRunAreCommittedAllTheSame() {
        receive(deliver(C, 5, 0));
        assertThat(state.commits.isEmpty()).isFalse();

        commitAll();

        assertThat(told(C)).containsExactly(new Committed(5));
        assertThat(state.isIdle()).isTrue();
    }

    @Test
    void batchesStayWithinTheirLimits() {
        receive(register(A));
        IntStream.rangeClosed(2, 11).forEach(i -> receive(deliver(A, i, 0)));

        assertThat(state.commits.nextBatch(4, 1_000_000)).hasSize(4);
        assertThat(state.commits.nextBatch(100, 500)).hasSizeBetween(1, 3);
        assertThat(state.commits.nextBatch(100, 1)).hasSize(1);
    }

    @Test
    void carriedStateGoesOnWhereItWasAlsoThroughJson() throws Exception {
        receive(register(A));
        receive(register(B));
        receive(register(C, "elsewhere"));
        told(A);
        receive(deliver(A, 2, 0));
        commitAll();
        receive(deliver(A, 3, 1));
        receive(deliver(A, 5));
        String json = QuireData.mapper().writeValueAsString(WorkspaceHandover.pack(state));

        state = WorkspaceHandover.unpack(QuireData.mapper().readValue(json, WorkspaceCarry.class));

        assertThat(told(B)).containsExactly(granted(0, 0));
        assertThat(told(A)).containsExactly(new Committed(2));
        commitAll();
        assertThat(told(A)).containsExactly(new Committed(3));
        assertThat(told(B)).containsExactly(granted(1, 1));
        receive(deliver(A, 4));
        assertThat(told(A)).containsExactly(new Committed(5));
        receive(new Finish(A, 6));
        receive(new Finish(B, 2));
        state.lookedUp(List.of(new DependencyState("elsewhere", Standing.SUCCEEDED)));
        assertThat(told(C)).containsExactly(granted(0, 1));
    }

    private void receive(WorkspaceMessage message) {
        state.receive(message, Instant.EPOCH);
    }

    private void commitAll() {
        List<Delivery> batch = state.commits.nextBatch(1000, 1_000_000);
        state.committed(batch);
    }

    private List<WorkspaceAnswer> told(RunId run) {
        List<WorkspaceAnswer> answers = new ArrayList<>(state.outbox.answersFor(run));
        state.outbox.drop(run);
        return answers;
    }

    private static Granted granted(int first, int last) {
        return new Granted(List.of(new UnitRange(first, last)));
    }

    private static Register register(RunId run, String... dependsOn) {
        return new Register(
                run,
                1,
                List.of("IMG"),
                List.of("BIN"),
                new PageUnits(List.of("p1", "p2"), 1, true),
                List.of(dependsOn));
    }

    /** One result for each released unit. */
    private static Register returned(RunId run, long sequence, UnitRange... held) {
        Register first = register(run);
        var standing = new WorkspaceMessage.Standing(List.of(held), List.of());
        return new Register(
                run,
                sequence,
                first.inputGroups(),
                first.outputGroups(),
                first.units(),
                List.of(),
                EPOCH,
                standing,
                ASKER);
    }

    private static Deliver deliver(RunId run, long sequence, Integer... units) {
        List<MetsAddition> results = List.of(units).stream()
                .map(unit -> new MetsAddition(
                        List.of(new MetsFile("f" + unit, "BIN", "image/png", "p" + unit, null, "BIN/f.png")),
                        List.of()))
                .toList();
        return new Deliver(run, sequence, results, List.of(units));
    }
}
