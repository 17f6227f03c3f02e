package org.quire.api.run;

import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityNotExistsException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.api.engine.Engine;
import org.quire.api.engine.EngineUnavailable;
import org.quire.api.run.PendingJobs.HandOut;
import org.quire.api.run.RunLookUp.FoundJob;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.run.RunId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The jobs that are outside: which there are, and what is reported of them. Only Temporal knows of them. */
@Component
class HandedOutJobs {

    private static final Logger LOG = LoggerFactory.getLogger(HandedOutJobs.class);
    private static final String OPEN_RUNS = "WorkflowType = 'OcrRun' AND ExecutionStatus = 'Running'";
    private static final int PAGE_SIZE = 500;

    /** Handing out takes less; a worker host that takes longer has died in the middle of it. */
    private static final Duration HAND_OUT_TAKES = Duration.ofMinutes(2);

    private final WorkflowClient client;
    private final RunLookUp lookUp;
    private final PendingJobs pending;
    private final Clock clock;

    HandedOutJobs(WorkflowClient client, RunLookUp lookUp, Clock clock) {
        this.client = client;
        this.lookUp = lookUp;
        this.clock = clock;
        this.pending = new PendingJobs(client.getOptions().getDataConverter());
    }

    /** All that are outside now, those of long-standing runs first. A hand-out that got stuck half-way is given up, to be tried again. */
    List<HandedOut> list() {
        var jobs = new ArrayList<HandedOut>();
        for (String workflowId : Engine.call(this::runsWithJobsOutside)) {
            for (HandOut handOut : handOuts(workflowId)) {
                if (handOut.details() != null) {
                    jobs.add(handOut.details());
                } else if (handOut.startedAt().plus(HAND_OUT_TAKES).isBefore(clock.instant())) {
                    giveUp(handOut);
                }
            }
        }
        return jobs;
    }

    private List<String> runsWithJobsOutside() {
        var found = new ArrayList<String>();
        var request = ListWorkflowExecutionsRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setPageSize(PAGE_SIZE)
                .setQuery(OPEN_RUNS);
        ListWorkflowExecutionsResponse page;
        do {
            page = client.getWorkflowServiceStubs().blockingStub().listWorkflowExecutions(request.build());
            page.getExecutionsList().stream()
                    .map(info -> new WorkflowExecutionMetadata(
                            info, client.getOptions().getDataConverter()))
                    .filter(run -> Boolean.TRUE.equals(run.getMemo(RunMemo.EXTERNAL, Boolean.class)))
                    .forEach(run -> found.add(0, run.getExecution().getWorkflowId()));
            request.setNextPageToken(page.getNextPageToken());
        } while (!page.getNextPageToken().isEmpty());
        return found;
    }

    private List<HandOut> handOuts(String workflowId) {
        try {
            return pending.handOuts(
                    Engine.call(() -> client.newUntypedWorkflowStub(workflowId).describe()));
        } catch (WorkflowNotFoundException e) {
            return List.of();
        }
    }

    private void giveUp(HandOut handOut) {
        try {
            client.newActivityCompletionClient()
                    .completeExceptionally(
                            handOut.workflowId(),
                            Optional.of(handOut.runId()),
                            handOut.activityId(),
                            ApplicationFailure.newFailure(
                                    "The worker host was lost while it handed out.", "HandOutLost"));
        } catch (ActivityCompletionException e) {
            LOG.debug("A hand-out of {} has ended by itself: {}", handOut.workflowId(), e.toString());
        }
    }

    /**
     * Ends a job that is outside.
     *
     * @param tokens all that the request came with; one must be the job's
     * @throws ReportRefused if that changes nothing, with the reason
     */
    void report(String id, boolean succeeded, @Nullable String reason, Collection<String> tokens) {
        HandOut handOut = find(id).orElseThrow(() -> refusal(id));
        HandedOut details = handOut.details();
        if (details == null || tokens.stream().noneMatch(token -> isSame(token, details.token()))) {
            throw ReportRefused.wrongToken(id);
        }
        try {
            client.newActivityCompletionClient()
                    .complete(
                            handOut.workflowId(),
                            Optional.of(handOut.runId()),
                            handOut.activityId(),
                            new JobReport(details.attempt(), succeeded, reason));
        } catch (ActivityNotExistsException | ActivityCanceledException e) {
            throw ReportRefused.over(id);
        } catch (ActivityCompletionException e) {
            throw new EngineUnavailable("Temporal did not take the result; send it again.", e);
        }
    }

    private Optional<HandOut> find(String id) {
        RunId run;
        try {
            run = JobId.parse(id).run();
        } catch (IllegalArgumentException e) {
            throw ReportRefused.unknown(id);
        }
        return handOuts(run.workflowId()).stream()
                .filter(handOut -> handOut.details() != null
                        && handOut.details().jobId().toString().equals(id))
                .findFirst();
    }

    private ReportRefused refusal(String id) {
        FoundJob job;
        try {
            job = lookUp.job(id);
        } catch (UnknownJob e) {
            return ReportRefused.unknown(id);
        }
        Agent agent = job.run().plan().steps().get(job.id().step()).agentOrWorker();
        return agent == Agent.EXTERNAL && job.state().isTerminal()
                ? ReportRefused.over(id)
                : ReportRefused.notHandedOut(id);
    }

    /** Takes the same time wherever they differ. */
    private static boolean isSame(String given, String token) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
