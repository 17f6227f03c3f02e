package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

class PageLocksTest {

    private static final RunId A = new RunId("a");
    private static final RunId B = new RunId("b");
    private static final RunId C = new RunId("c");

    private final PageLocks locks = new PageLocks();

    @Test
    void grantsAllUnitsOfTheFirstRunInOneRange() {
        register(A, List.of("IMG"), List.of("BIN"), pages(1, 5), 1);

        assertThat(locks.takeGrants()).isEqualTo(Map.of(A, List.of(new UnitRange(0, 4))));
        assertThat(locks.takeGrants()).isEmpty();
    }

    @Test
    void laterWriterOfTheSamePagesWaitsPageByPage() {
        register(A, List.of("IMG"), List.of("BIN"), pages(1, 3), 1);
        register(B, List.of("IMG"), List.of("BIN"), pages(2, 4), 1);
        assertThat(locks.takeGrants().get(B)).containsExactly(new UnitRange(2, 2));

        locks.release(A, List.of(2));

        assertThat(locks.takeGrants()).isEqualTo(Map.of(B, List.of(new UnitRange(1, 1))));
    }

    @Test
    void readersShareAndFollowTheWriter() {
        register(A, List.of("IMG"), List.of("BIN"), pages(1, 2), 1);
        register(B, List.of("BIN"), List.of("SEG"), pages(1, 2), 1);
        register(C, List.of("BIN"), List.of("OCR"), pages(1, 2), 1);
        assertThat(locks.takeGrants()).containsOnlyKeys(A);

        locks.release(A, List.of(1));

        assertThat(locks.takeGrants())
                .isEqualTo(Map.of(B, List.of(new UnitRange(1, 1)), C, List.of(new UnitRange(1, 1))));
    }

    @Test
    void laterReaderDoesNotOvertakeAWaitingWriter() {
        register(A, List.of("BIN"), List.of("SEG"), pages(1, 1), 1);
        register(B, List.of("IMG"), List.of("BIN"), pages(1, 1), 1);
        register(C, List.of("BIN"), List.of("OCR"), pages(1, 1), 1);
        assertThat(locks.takeGrants()).containsOnlyKeys(A);

        locks.release(A, List.of(0));
        assertThat(locks.takeGrants()).containsOnlyKeys(B);

        locks.release(B, List.of(0));
        assertThat(locks.takeGrants()).containsOnlyKeys(C);
    }

    @Test
    void ownStepsNeverConflictWithEachOther() {
        register(A, List.of("IMG", "BIN", "SEG"), List.of("BIN", "SEG", "OCR"), pages(1, 2), 1);

        assertThat(locks.takeGrants()).isEqualTo(Map.of(A, List.of(new UnitRange(0, 1))));
    }

    @Test
    void unitIsGrantedWholeOrNotAtAll() {
        register(A, List.of(), List.of("BIN"), List.of("p2"), 1);
        register(B, List.of(), List.of("BIN"), pages(1, 2), 2);
        assertThat(locks.takeGrants()).containsOnlyKeys(A);

        locks.release(A, List.of(0));

        assertThat(locks.takeGrants()).containsOnlyKeys(B);
    }

    @Test
    void removedHolderFreesAllThatItHeldAndAwaited() {
        register(A, List.of("IMG"), List.of("BIN"), pages(1, 2), 1);
        register(B, List.of("IMG"), List.of("BIN"), pages(1, 2), 1);
        register(C, List.of("IMG"), List.of("BIN"), pages(1, 2), 1);
        locks.takeGrants();

        locks.remove(B);
        assertThat(locks.takeGrants()).isEmpty();
        locks.remove(A);

        assertThat(locks.takeGrants()).isEqualTo(Map.of(C, List.of(new UnitRange(0, 1))));
    }

    @Test
    void suspendedRunKeepsItsPlaceAndIsGrantedNothing() {
        locks.register(registration(A, List.of(), List.of("BIN"), pages(1, 1), 1), true);
        register(B, List.of(), List.of("BIN"), pages(1, 1), 1);
        assertThat(locks.takeGrants()).isEmpty();

        locks.resume(A);

        assertThat(locks.takeGrants()).containsOnlyKeys(A);
    }

    @Test
    void runMovedToTheEndLetsOthersGoFirst() {
        locks.register(registration(A, List.of(), List.of("BIN"), pages(1, 1), 1), true);
        register(B, List.of(), List.of("BIN"), pages(1, 1), 1);

        locks.moveToEnd(A);
        locks.resume(A);

        assertThat(locks.takeGrants()).containsOnlyKeys(B);
        locks.remove(B);
        assertThat(locks.takeGrants()).containsOnlyKeys(A);
    }

    @Test
    void registrationOfTwentyThousandPagesAndTheirReleaseCostNoMoreThanTheirNumber() {
        int pages = 20_000;
        register(A, List.of("IMG", "BIN"), List.of("BIN", "SEG"), pages(1, pages), 1);
        register(B, List.of("SEG"), List.of("OCR"), pages(1, pages), 1);
        locks.takeGrants();
        long started = System.nanoTime();

        for (int unit = 0; unit < pages; unit++) {
            locks.release(A, List.of(unit));
            assertThat(locks.takeGrants().get(B)).containsExactly(new UnitRange(unit, unit));
        }

        assertThat((System.nanoTime() - started) / 1_000_000).as("milliseconds").isLessThan(20_000);
    }

    /** A workflow may not compute for longer than a second at a stretch; this takes 0.6 s cold, the bound is for slow machines. */
    @Test
    void tenRunsOfTwentyThousandPagesAreRestoredInOneGo() {
        List<String> pages = pages(1, 20_000);
        List<Registration> runs = IntStream.range(0, 10)
                .mapToObj(i -> registration(
                        new RunId("r" + i), List.of("IMG", "BIN", "SEG"), List.of("BIN", "SEG", "OCR"), pages, 1))
                .toList();
        long started = System.nanoTime();

        runs.forEach(run -> locks.restore(run, false, List.of(), List.of()));

        assertThat((System.nanoTime() - started) / 1_000_000).as("milliseconds").isLessThan(10_000);
        assertThat(locks.takeGrants()).containsOnlyKeys(new RunId("r0"));
    }

    private void register(RunId run, List<String> inputs, List<String> outputs, List<String> pages, int unitSize) {
        locks.register(registration(run, inputs, outputs, pages, unitSize), false);
    }

    static Registration registration(
            RunId run, List<String> inputs, List<String> outputs, List<String> pages, int unitSize) {
        return new Registration(run, Instant.EPOCH, inputs, outputs, new PageUnits(pages, unitSize, false));
    }

    static List<String> pages(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "p" + i).toList();
    }
}
