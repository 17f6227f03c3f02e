package org.quire.workflows.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.JobState;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMessage;

/**
 * The rules of a run with all that Temporal would do around them played by the test: what was applied is remembered, so that the run can
 * be set back to any point of its execution, as Temporal's reset does it.
 */
public final class SteppedRun {

    private static final JobResult.Usage USAGE = new JobResult.Usage("here", 1, false, Duration.ZERO, Duration.ZERO, 0);

    private record Event(boolean signal, Consumer<RunProgress> effect) {}

    private final RunPlan plan;
    private final List<Event> history = new ArrayList<>();
    private final Set<JobId> rescheduled = new LinkedHashSet<>();
    private @Nullable RunCarry begun;
    private RunProgress progress;
    private int executions;

    public SteppedRun(RunPlan plan) {
        this.plan = plan;
        progress = RunProgress.of(plan, null);
    }

    /** As the workflow's first task does. */
    public void begin() {
        executions++;
        long epoch = executions * 1_000L;
        apply(false, run -> run.speakAs(epoch));
    }

    public boolean hasBegun() {
        return executions > 0;
    }

    public RunPlan plan() {
        return plan;
    }

    public boolean isOver() {
        return progress.isOver();
    }

    public RunState state() {
        return progress.state();
    }

    public RunStatus status() {
        return progress.status();
    }

    public JobState state(JobId job) {
        return progress.state(job);
    }

    public int inFlight() {
        return progress.inFlight();
    }

    public boolean isStopping() {
        return progress.isStopping();
    }

    public boolean isClosing() {
        return progress.isClosing();
    }

    /** Whether the counts that are kept along are those of the states. */
    public boolean countsAddUp() {
        List<String> letters = progress.status().jobStates();
        for (RunProgressView.StepCounts counts : progress.view().steps()) {
            String ofStep = letters.get(counts.step());
            boolean right = counts.cached() == count(ofStep, JobState.CACHED)
                    && counts.queued() == count(ofStep, JobState.QUEUED)
                    && counts.succeeded() == count(ofStep, JobState.SUCCESS)
                    && counts.failed() == count(ofStep, JobState.FAILED)
                    && counts.cancelled() == count(ofStep, JobState.CANCELLED);
            if (!right) {
                return false;
            }
        }
        return true;
    }

    private static int count(String letters, JobState state) {
        return (int) letters.chars().filter(letter -> letter == state.code()).count();
    }

    public List<JobId> nextJobs(int most) {
        List<JobId> next = new ArrayList<>();
        apply(false, run -> {
            next.clear();
            next.addAll(run.nextJobs(most));
        });
        return List.copyOf(next);
    }

    public @Nullable WorkspaceMessage nextMessage(boolean hurry) {
        WorkspaceMessage[] next = new WorkspaceMessage[1];
        apply(false, run -> next[0] = run.nextMessage(hurry));
        return next[0];
    }

    /** After long silence; null if the run awaits nothing. */
    public @Nullable WorkspaceMessage remind() {
        if (progress.isOver() || !progress.conversation().awaitsOwner()) {
            return null;
        }
        WorkspaceMessage[] next = new WorkspaceMessage[1];
        apply(false, run -> next[0] = run.conversation().remind());
        return next[0];
    }

    /** Of a run that is over and only has its report to write. */
    public WorkspaceMessage farewellAgain() {
        return progress.conversation().repeatFarewell();
    }

    public void messageSent() {
        apply(false, RunProgress::messageSent);
    }

    public void answered(WorkspaceAnswer answer) {
        apply(true, run -> run.answered(answer));
    }

    public void cancel() {
        apply(true, RunProgress::cancel);
    }

    public void stop() {
        apply(true, RunProgress::stop);
    }

    public void succeeded(JobId job) {
        var file = new MetsFile(job.toString(), "G", "text/plain", null, null, null);
        var result = JobResult.success(job, new MetsAddition(List.of(file), List.of()), USAGE);
        apply(false, run -> run.jobFinished(result));
    }

    public void failed(JobId job) {
        apply(false, run -> run.jobFinished(JobResult.failure(job, "exit 1", null)));
    }

    public void lost(JobId job) {
        apply(false, run -> run.jobLost(job, "worker lost"));
    }

    public void cancelled(JobId job) {
        apply(false, run -> run.jobCancelled(job));
    }

    /** Continues as new if it may. */
    public void handOn(boolean asJson) throws JsonProcessingException {
        if (!progress.isIdle() || progress.isOver()) {
            return;
        }
        RunCarry carry = progress.carry(Instant.EPOCH);
        if (asJson) {
            String json = QuireData.mapper().writeValueAsString(carry);
            carry = QuireData.mapper().readValue(json, RunCarry.class);
        }
        begun = carry;
        history.clear();
        rescheduled.clear();
        progress = RunProgress.of(plan, begun);
    }

    /**
     * Sets the run back by some events of its execution; signals since then are given to it again.
     *
     * @return the jobs in flight then, which Temporal schedules again
     */
    public List<JobId> reset(int events) {
        int kept = Math.max(0, history.size() - events);
        List<Event> before = List.copyOf(history.subList(0, kept));
        List<Event> since = List.copyOf(history.subList(kept, history.size()));
        history.clear();
        progress = RunProgress.of(plan, begun);
        before.forEach(event -> apply(event.signal(), event.effect()));
        List<JobId> inFlight = jobsInFlight();
        rescheduled.addAll(inFlight);
        since.stream().filter(Event::signal).forEach(event -> apply(true, event.effect()));
        begin();
        return inFlight;
    }

    /** Whether Temporal scheduled the job again by itself, without asking anybody. */
    public boolean isRescheduled(JobId job) {
        return rescheduled.contains(job);
    }

    @Override
    public String toString() {
        return status().toString();
    }

    private List<JobId> jobsInFlight() {
        List<JobId> jobs = new ArrayList<>();
        for (int step = 0; step < plan.steps().size(); step++) {
            for (int unit = 0; unit < plan.units().count(); unit++) {
                var job = new JobId(plan.runId(), step, unit);
                if (progress.state(job) == JobState.QUEUED) {
                    jobs.add(job);
                }
            }
        }
        return jobs;
    }

    private void apply(boolean signal, Consumer<RunProgress> effect) {
        history.add(new Event(signal, effect));
        effect.accept(progress);
    }

    /** A plan with steps written as {@code IN,IN2->OUT}. */
    public static RunPlan plan(String name, PageUnits units, int maxInFlight, List<String> dependsOn, String... steps) {
        RunPlan plan = Plans.of(name, units, Plans.options(maxInFlight), steps);
        return new RunPlan(
                plan.runId(),
                plan.kind(),
                plan.workspace(),
                plan.steps(),
                units,
                "",
                true,
                dependsOn,
                plan.options(),
                null,
                plan.submittedAt());
    }
}
