package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quire.api.run.RunSnapshot.JobInHand;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;

/**
 * All that a person may want to know of a run.
 *
 * @param reason why it is FAILED or CANCELLED; null otherwise
 * @param pageId the page expression as the client gave it; empty: all
 * @param pages the number of pages
 * @param units the number of jobs of each step
 * @param failures failed and cancelled jobs that have a reason of their own
 * @param inHand jobs that Temporal has now
 * @param endedAt null: it goes on
 * @param webUi its page in the Temporal Web UI; null: no address is configured
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunDetails(
        @JsonProperty("run_id") RunId runId,
        RunPlan.Kind kind,
        RunState state,
        @Nullable String reason,
        String workspace,
        @JsonProperty("page_id") String pageId,
        int pages,
        int units,
        @JsonProperty("page_wise") boolean pageWise,
        @JsonProperty("depends_on") List<String> dependsOn,
        @Nullable String description,
        List<Step> steps,
        List<Failure> failures,
        @JsonProperty("in_hand") List<InHand> inHand,
        @JsonProperty("submitted_at") Instant submittedAt,
        @JsonProperty("started_at") Instant startedAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("web_ui") @Nullable URI webUi) {

    /** @param counts jobs by state; states without a job are left out */
    public record Step(
            int step,
            String processor,
            @JsonProperty("input_file_grps") List<String> inputGroups,
            @JsonProperty("output_file_grps") List<String> outputGroups,
            Map<JobState, Integer> counts) {}

    public record Failure(@JsonProperty("job_id") JobId jobId, String processor, List<String> pages, String reason) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record InHand(
            @JsonProperty("job_id") JobId jobId,
            String processor,
            List<String> pages,
            boolean running,
            int attempt,
            @Nullable String worker,
            @JsonProperty("last_failure") @Nullable String lastFailure) {}

    static RunDetails of(RunSnapshot run, @Nullable URI webUi) {
        RunPlan plan = run.plan();
        return new RunDetails(
                plan.runId(),
                plan.kind(),
                run.state(),
                run.status().reason(),
                plan.workspace().metsPath(),
                plan.requestedPages(),
                plan.units().pages().size(),
                plan.units().count(),
                plan.pageWise(),
                plan.dependsOn(),
                plan.description(),
                steps(run),
                run.status().failures().stream().map(RunDetails::failure).toList(),
                inHand(run),
                plan.submittedAt(),
                run.startedAt(),
                run.endedAt(),
                webUi);
    }

    private static List<Step> steps(RunSnapshot run) {
        return IntStream.range(0, run.plan().steps().size())
                .mapToObj(index -> {
                    PlannedStep step = run.plan().steps().get(index);
                    return new Step(
                            index + 1, step.processor(), step.inputGroups(), step.outputGroups(), run.counts(index));
                })
                .toList();
    }

    private static Failure failure(RunStatus.Failure failure) {
        return new Failure(failure.jobId(), failure.processor(), failure.pages(), failure.reason());
    }

    private static List<InHand> inHand(RunSnapshot run) {
        return run.inHand().values().stream()
                .sorted(Comparator.comparingInt((JobInHand job) -> job.jobId().unit())
                        .thenComparingInt(job -> job.jobId().step()))
                .filter(job -> run.jobState(job.jobId()).isPresent())
                .map(job -> new InHand(
                        job.jobId(),
                        run.plan().steps().get(job.jobId().step()).processor(),
                        run.plan().units().pages(job.jobId().unit()),
                        job.running(),
                        job.attempt(),
                        job.worker(),
                        job.lastFailure()))
                .toList();
    }
}
