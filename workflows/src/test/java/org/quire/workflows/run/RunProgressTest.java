package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunCarry.Ending;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

class RunProgressTest {

    private static final PlannedStep BIN = Plans.step("ocrd-bin", "IMG", "BIN");
    private static final PlannedStep SEG = Plans.step("ocrd-seg", "BIN", "SEG");
    private static final PlannedStep OCR = Plans.step("ocrd-ocr", "SEG", "OCR");

    @Test
    void nothingStartsBeforePagesAreGranted() {
        var progress = new RunProgress(Plans.plan("r", 2, BIN, SEG));
        assertThat(progress.next()).isEmpty();
        assertThat(progress.state()).isEqualTo(RunState.QUEUED);
    }

    @Test
    void begunPagesGoBeforeNewOnes() {
        var plan = Plans.plan("r", 3, 1, 1, BIN, SEG);
        var progress = new RunProgress(plan);
        progress.granted(List.of(new UnitRange(0, 2)));
        RunProgress.Job first = progress.next().orElseThrow();
        assertThat(progress.next()).as("one in flight at most").isEmpty();
        progress.finished(first, success(plan, first));
        assertThat(progress.next()).contains(new RunProgress.Job(1, 0));
    }

    @Test
    void laterStepSeesFilesOfEarlierOnes() {
        var plan = Plans.plan("r", 1, BIN, SEG);
        var progress = new RunProgress(plan);
        progress.granted(List.of(new UnitRange(0, 0)));
        RunProgress.Job first = progress.next().orElseThrow();
        progress.finished(first, success(plan, first));
        RunProgress.Job second = progress.next().orElseThrow();
        assertThat(progress.request(second).earlierFiles())
                .extracting(MetsFile::fileGroup)
                .containsExactly("BIN");
    }

    @Test
    void failedJobCancelsItsFollowersOnThatPageOnly() {
        var plan = Plans.plan("r", 2, BIN, SEG, OCR);
        var progress = new RunProgress(plan);
        progress.granted(List.of(new UnitRange(0, 1)));
        RunProgress.Job bad = progress.next().orElseThrow();
        progress.finished(bad, JobResult.failure(id(plan, bad), "exit 1", null));
        for (Optional<RunProgress.Job> job = progress.next(); job.isPresent(); job = progress.next()) {
            progress.finished(job.get(), success(plan, job.get()));
        }
        progress.close();
        assertThat(progress.status().jobStates()).containsExactly("FS", "XS", "XS");
        assertThat(progress.state()).isEqualTo(RunState.FAILED);
        assertThat(progress.status().reason()).contains("ocrd-bin", "P00001", "exit 1");
    }

    @Test
    void lateResultOfStoppedRunDoesNotReviveIt() {
        var plan = Plans.plan("r", 1, BIN, SEG);
        var progress = new RunProgress(plan);
        progress.granted(List.of(new UnitRange(0, 0)));
        RunProgress.Job job = progress.next().orElseThrow();
        progress.endEarly(Ending.STOP, "stopped");
        progress.finished(job, success(plan, job));
        progress.close();
        assertThat(progress.state()).isEqualTo(RunState.CANCELLED);
        progress.endEarly(Ending.CANCEL, "again");
        progress.granted(List.of(new UnitRange(0, 0)));
        progress.close();
        assertThat(progress.status().jobStates()).containsExactly("S", "X");
        assertThat(progress.status().reason()).isEqualTo("stopped");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyInterleavingKeepsTheInvariants(long seed) {
        for (int round = 0; round < 2_000; round++) {
            new Interleaving(new Random(seed * 1_000_003 + round)).play("seed " + seed + " round " + round);
        }
    }

    /** One random life of a run. */
    private static final class Interleaving {
        private final Random random;
        private final RunPlan plan;
        private RunProgress progress;
        private final List<RunProgress.Job> inFlight = new ArrayList<>();
        private final Map<Integer, Integer> releases = new HashMap<>();
        private final Map<String, Character> terminal = new HashMap<>();
        private int delivered;
        private int granted;

        Interleaving(Random random) {
            this.random = random;
            this.plan = Plans.plan("r", 1 + random.nextInt(6), 1, 1 + random.nextInt(4), BIN, SEG, OCR);
            this.progress = new RunProgress(plan);
        }

        void play(String name) {
            int units = plan.units().count();
            for (int turn = 0; turn < 400 && !(progress.allEnded() && inFlight.isEmpty()); turn++) {
                act(units);
                check(name);
            }
            progress.takeDelivery().ifPresent(this::take);
            progress.close();
            assertThat(progress.state().isTerminal()).as(name).isTrue();
            assertThat(releases.values()).as(name).allMatch(times -> times == 1);
            long succeeded = progress.status().jobStates().stream()
                    .flatMapToInt(String::chars)
                    .filter(c -> c == 'S')
                    .count();
            assertThat(delivered).as(name + ": each success is delivered once").isEqualTo((int) succeeded);
        }

        private void act(int units) {
            int dice = random.nextInt(100);
            if (dice < 20 && granted < units) {
                progress.granted(List.of(new UnitRange(granted, granted)));
                granted++;
            } else if (dice < 50) {
                progress.next().ifPresent(inFlight::add);
            } else if (dice < 90 && !inFlight.isEmpty()) {
                giveBack(inFlight.remove(random.nextInt(inFlight.size())));
            } else if (dice < 96) {
                progress.takeDelivery().ifPresent(this::take);
            } else if (dice < 97) {
                progress.endEarly(random.nextBoolean() ? Ending.CANCEL : Ending.STOP, "asked");
            } else if (inFlight.isEmpty()) {
                progress.takeDelivery().ifPresent(this::take);
                progress = RunProgress.restore(plan, progress.carry(Instant.EPOCH, 2, 1));
            }
        }

        private void giveBack(RunProgress.Job job) {
            switch (random.nextInt(10)) {
                case 0 -> progress.finished(job, JobResult.failure(id(plan, job), "exit 1", null));
                case 1 -> progress.lost(job, JobState.FAILED, "worker lost");
                case 2 -> progress.lost(job, JobState.CANCELLED, "interrupted");
                default -> progress.finished(job, success(plan, job));
            }
        }

        private void take(RunProgress.Delivery delivery) {
            delivered += delivery.results().size();
            delivery.releasedUnits().forEach(unit -> releases.merge(unit, 1, Integer::sum));
        }

        private void check(String name) {
            List<String> rows = progress.status().jobStates();
            for (int step = 0; step < rows.size(); step++) {
                for (int unit = 0; unit < rows.get(step).length(); unit++) {
                    char now = rows.get(step).charAt(unit);
                    Character before = terminal.get(step + "/" + unit);
                    if (before != null) {
                        assertThat(now).as(name + ": terminal is final").isEqualTo(before);
                    }
                    if (JobState.ofCode(now).isTerminal()) {
                        terminal.put(step + "/" + unit, now);
                    }
                }
            }
            for (RunProgressView.StepCounts counts : progress.view().steps()) {
                assertThat(counts.cached()
                                + counts.queued()
                                + counts.succeeded()
                                + counts.failed()
                                + counts.cancelled())
                        .as(name + ": counts add up")
                        .isEqualTo(plan.units().count());
            }
            assertThat(inFlight).as(name).hasSize(progress.inFlight());
        }
    }

    private static JobId id(RunPlan plan, RunProgress.Job job) {
        return new JobId(plan.runId(), job.step(), job.unit());
    }

    private static JobResult success(RunPlan plan, RunProgress.Job job) {
        String group = plan.steps().get(job.step()).outputGroups().getFirst();
        String page = plan.units().pages(job.unit()).getFirst();
        var file = new MetsFile(group + "_" + page, group, "text/plain", page, null, group + "/" + page + ".txt");
        return JobResult.success(
                id(plan, job),
                new MetsAddition(List.of(file), List.of()),
                new JobResult.Usage("w", 1, false, Duration.ZERO, Duration.ZERO, 0));
    }
}
