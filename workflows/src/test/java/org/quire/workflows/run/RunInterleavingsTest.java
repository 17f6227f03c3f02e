package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage;

/** Whatever order events come in, twice or late, with runs handed on at any idle moment: the promises of a run hold. */
class RunInterleavingsTest {

    private static final int CASES = 10_000;

    @Test
    void promisesHoldInEveryOrderOfEvents() throws JsonProcessingException {
        long first = Long.getLong("quire.seed", System.nanoTime());
        System.out.println("Interleavings from seed " + first + " (-Dquire.seed=" + first + ")");
        for (long seed = first; seed < first + CASES; seed++) {
            try {
                new World(new Random(seed)).play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("Failed with -Dquire.seed=" + seed, e);
            }
        }
    }

    /** A run, its workspace and its workers, of which any may act next. */
    private static final class World {

        private final Random random;
        private final RunPlan plan;
        private final List<JobId> running = new ArrayList<>();
        private final List<WorkspaceAnswer> answers = new ArrayList<>();
        private final List<JobId> everStarted = new ArrayList<>();
        private final List<Integer> released = new ArrayList<>();
        private final TreeSet<String> delivered = new TreeSet<>();
        private final boolean calm;
        private RunProgress progress;
        private List<String> letters = List.of();
        private @Nullable WorkspaceMessage outstanding;
        private long lastSequence;
        private boolean finished;
        private boolean stopped;

        World(Random random) {
            this.random = random;
            calm = random.nextInt(4) == 0;
            int pages = 1 + random.nextInt(6);
            String[] steps = new String[1 + random.nextInt(5)];
            for (int i = 0; i < steps.length; i++) {
                steps[i] = group() + "," + group() + "->" + group();
            }
            plan = Plans.of(
                    "r", Plans.units(pages, 1 + random.nextInt(2)), Plans.options(1 + random.nextInt(4)), steps);
            progress = RunProgress.of(plan, null);
        }

        private String group() {
            return String.valueOf((char) ('A' + random.nextInt(4)));
        }

        void play() throws JsonProcessingException {
            int turns = 0;
            while (!progress.isOver()) {
                assertThat(turns++).as("turns without an end").isLessThan(20_000);
                act();
                check();
            }
            RunState state = progress.state();
            lateEvents();
            assertThat(progress.state()).isEqualTo(state);
            checkEnd();
        }

        private void act() throws JsonProcessingException {
            switch (random.nextInt(calm ? 5 : 60)) {
                case 0 -> startJobs();
                case 1 -> exchange();
                case 2 -> hearAnswer();
                case 3 -> handOn();
                case 5 -> rarely(progress::cancel);
                case 6 ->
                    rarely(() -> {
                        stopped = true;
                        progress.stop();
                    });
                case 7 -> rarely(() -> answers.add(new WorkspaceAnswer.CommitFailed(lastSequence, "broken")));
                case 8 -> rarely(this::lateEvents);
                case 9 -> {
                    if (lastSequence == 1 && everStarted.isEmpty()) {
                        rarely(() -> answers.add(new WorkspaceAnswer.DependencyFailed("gone")));
                    }
                }
                default -> {
                    startJobs();
                    endJob();
                    exchange();
                    hearAnswer();
                }
            }
        }

        private void rarely(Runnable event) {
            if (random.nextInt(5) == 0) {
                event.run();
            }
        }

        private void startJobs() {
            List<JobId> next = progress.nextJobs(1 + random.nextInt(5));
            everStarted.addAll(next);
            running.addAll(next);
            assertThat(running.size()).isLessThanOrEqualTo(plan.options().maxInFlight());
            for (JobId job : next) {
                StepGraph graph = StepGraph.of(plan.steps());
                for (int needed : graph.needs(job.step())) {
                    assertThat(progress.state(new JobId(job.run(), needed, job.unit())))
                            .isEqualTo(JobState.SUCCESS);
                }
            }
        }

        private void endJob() {
            if (running.isEmpty()) {
                return;
            }
            JobId job = running.remove(random.nextInt(running.size()));
            switch (calm ? 9 : random.nextInt(stopped ? 3 : 10)) {
                case 0 -> progress.jobLost(job, "worker lost");
                case 1 -> progress.jobFinished(JobResult.failure(job, "exit 1", null));
                case 2 -> {
                    if (stopped) {
                        progress.jobCancelled(job);
                    } else {
                        succeed(job);
                    }
                }
                default -> succeed(job);
            }
        }

        private void succeed(JobId job) {
            var usage = new JobResult.Usage("here", 1, false, Duration.ZERO, Duration.ZERO, 0);
            var file = new MetsFile(job.toString(), "G", "text/plain", null, null, null);
            progress.jobFinished(JobResult.success(job, new MetsAddition(List.of(file), List.of()), usage));
        }

        private void exchange() {
            if (outstanding == null) {
                outstanding = progress.nextMessage(random.nextInt(5) == 0);
            } else {
                WorkspaceMessage message = outstanding;
                outstanding = null;
                receive(message);
                progress.messageSent();
            }
        }

        private void receive(WorkspaceMessage message) {
            assertThat(finished).as("spoke after its farewell").isFalse();
            assertThat(message.sequence()).isEqualTo(++lastSequence);
            switch (message) {
                case WorkspaceMessage.Register register ->
                    grantInPieces(register.units().count());
                case WorkspaceMessage.Deliver deliver -> {
                    deliver.results()
                            .forEach(result -> assertThat(
                                            delivered.add(result.files().get(0).id()))
                                    .isTrue());
                    released.addAll(deliver.releasedUnits());
                    answers.add(new WorkspaceAnswer.Committed(message.sequence()));
                }
                case WorkspaceMessage.Reminder reminder -> throw new AssertionError("nobody asked for it");
                case WorkspaceMessage.Finish finish -> {
                    finished = true;
                    answers.add(new WorkspaceAnswer.Committed(message.sequence()));
                }
            }
        }

        private void grantInPieces(int units) {
            for (int unit = 0; unit < units; ) {
                int last = Math.min(units - 1, unit + random.nextInt(3));
                answers.add(new WorkspaceAnswer.Granted(List.of(new UnitRange(unit, last))));
                unit = last + 1;
            }
        }

        private void hearAnswer() {
            if (!answers.isEmpty()) {
                int at = random.nextInt(answers.size());
                progress.answered(answers.get(at));
                if (random.nextInt(4) > 0) {
                    answers.remove(at);
                }
            }
        }

        private void handOn() throws JsonProcessingException {
            if (progress.isIdle()) {
                RunStatus before = progress.status();
                String json = QuireData.mapper().writeValueAsString(progress.carry(Instant.EPOCH));
                progress = RunProgress.of(plan, QuireData.mapper().readValue(json, RunCarry.class));
                assertThat(progress.status()).isEqualTo(before);
            }
        }

        /** Results of jobs that are over, and of jobs that never started. */
        private void lateEvents() {
            for (int step = 0; step < plan.steps().size(); step++) {
                var job = new JobId(
                        plan.runId(), step, random.nextInt(plan.units().count()));
                if (!running.contains(job)) {
                    progress.jobFinished(JobResult.failure(job, "late", null));
                    progress.jobLost(job, "late");
                    progress.jobCancelled(job);
                }
            }
            if (progress.isOver()) {
                progress.cancel();
                progress.stop();
                progress.answered(new WorkspaceAnswer.DependencyFailed("late"));
                progress.answered(new WorkspaceAnswer.CommitFailed(1, "late"));
            }
        }

        private void check() {
            List<String> now = progress.status().jobStates();
            for (int step = 0; step < letters.size(); step++) {
                for (int unit = 0; unit < letters.get(step).length(); unit++) {
                    char before = letters.get(step).charAt(unit);
                    if (JobState.ofCode(before).isTerminal()) {
                        assertThat(now.get(step).charAt(unit)).isEqualTo(before);
                    }
                }
            }
            letters = now;
            for (RunProgressView.StepCounts counts : progress.view().steps()) {
                assertThat(counts.cached()
                                + counts.queued()
                                + counts.succeeded()
                                + counts.failed()
                                + counts.cancelled())
                        .isEqualTo(plan.units().count());
            }
            assertThat(progress.inFlight()).isEqualTo(running.size());
        }

        private void checkEnd() {
            String all = String.join("", progress.status().jobStates());
            assertThat(all).matches("[SFX]+");
            assertThat(everStarted).doesNotHaveDuplicates();
            assertThat(released).doesNotHaveDuplicates();
            assertThat(running).isEmpty();
            if (lastSequence > 0) {
                assertThat(finished).as("gave up its pages").isTrue();
            }
            assertThat(delivered)
                    .hasSize((int) all.chars().filter(c -> c == 'S').count());
            if (progress.state() == RunState.SUCCESS) {
                assertThat(all).matches("S+");
                assertThat(released).hasSize(plan.units().count());
            } else {
                assertThat(progress.status().reason()).isNotBlank();
            }
            if (calm) {
                assertThat(progress.state()).isEqualTo(RunState.SUCCESS);
            }
        }
    }
}
