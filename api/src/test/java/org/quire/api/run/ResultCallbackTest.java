package org.quire.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.api.ApiTest;
import org.quire.api.FakeRuns;
import org.quire.workflows.job.CollectRequest;
import org.quire.workflows.job.ExternalJobActivity;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Reports of one job that waits outside, as Temporal's test server has it. */
@ApiTest
class ResultCallbackTest {

    /** A run, cut down to its job outside. */
    @WorkflowInterface
    public interface HandingOut {
        @WorkflowMethod
        JobReport run(JobRequest request);
    }

    public static final class HandsOut implements HandingOut {
        @Override
        public JobReport run(JobRequest request) {
            return Workflow.newActivityStub(
                            ExternalJobActivity.class,
                            ActivityOptions.newBuilder()
                                    .setStartToCloseTimeout(Duration.ofHours(1))
                                    .build())
                    .handOut(request);
        }
    }

    private static final class Outside implements ExternalJobActivity {

        @Override
        public JobReport handOut(JobRequest request) {
            var context = Activity.getExecutionContext();
            var details = new HandedOut(
                    request.jobId(),
                    request.processor(),
                    3,
                    "/books/kant/.quire/x",
                    "/books/kant/.quire/x/mets.xml",
                    List.of("ocrd-far", "-I", "IMG"),
                    "the-token",
                    Samples.SUBMITTED);
            context.getWorkflowClient().newActivityCompletionClient().heartbeat(context.getTaskToken(), details);
            context.doNotCompleteOnReturn();
            return new JobReport(0, false, null);
        }

        @Override
        public JobResult collect(CollectRequest request) {
            throw new UnsupportedOperationException("Nobody collects here.");
        }
    }

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private FakeRuns runs;

    @Autowired
    private WorkflowClient client;

    private WorkerFactory factory;
    private WorkflowStub workflow;
    private RunPlan plan;
    private JobId job;

    @BeforeEach
    void handOut() {
        runs.reset();
        factory = WorkerFactory.newInstance(client);
        Worker worker = factory.newWorker("handing-out");
        worker.registerWorkflowImplementationTypes(HandsOut.class);
        worker.registerActivitiesImplementations(new Outside());
        factory.start();
        plan = Samples.externalPlan(UUID.randomUUID().toString());
        job = new JobId(plan.runId(), 0, 0);
        runs.know(Samples.snapshot(plan, null, RunState.RUNNING, "q"));
        workflow = client.newUntypedWorkflowStub(
                "HandingOut",
                WorkflowOptions.newBuilder()
                        .setTaskQueue("handing-out")
                        .setWorkflowId(plan.runId().workflowId())
                        .build());
        workflow.start(request());
        var pending = new PendingJobs(client.getOptions().getDataConverter());
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        pending.handOuts(workflow.describe()).stream().anyMatch(handOut -> handOut.details() != null));
    }

    @AfterEach
    void end() {
        factory.shutdownNow();
        factory.awaitTermination(10, TimeUnit.SECONDS);
    }

    private JobRequest request() {
        var step = plan.steps().getFirst();
        return new JobRequest(
                job,
                1,
                plan.workspace(),
                step.processor(),
                step.inputGroups(),
                step.outputGroups(),
                step.parameters(),
                List.of("P1"),
                true,
                List.of(),
                false,
                step.timeout(),
                Duration.ofSeconds(1));
    }

    private MvcTestResult report(String json, Map<String, String> headers) {
        var post = mvc.post()
                .uri("/result_callback")
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.replace("JOB", job.toString()));
        headers.forEach(post::header);
        return post.exchange();
    }

    @Test
    void takesOneReportAndNoSecond() throws Exception {
        String success = "{\"job_id\":\"JOB\",\"state\":\"SUCCESS\",\"path_to_mets\":\"/m\",\"workspace_id\":\"\"}";
        var bearer = Map.of("Authorization", "Bearer the-token");

        assertThat(report(success, bearer)).hasStatusOk().body().asString().isEqualTo("null");

        assertThat(workflow.getResult(JobReport.class)).isEqualTo(new JobReport(3, true, null));
        assertThat(report(success, bearer)).hasStatus(404);
        runs.know(Samples.snapshot(plan, Samples.SUBMITTED, RunState.SUCCESS, "S"));
        assertThat(report(success, bearer)).hasStatus(409);
        assertThat(report(success, Map.of())).hasStatus(409);
    }

    @Test
    void passesOnWhyItFailed() throws Exception {
        String failed = "{\"job_id\":\"JOB\",\"state\":\"FAILED\",\"reason\":\"no GPU\",\"token\":\"the-token\"}";

        assertThat(report(failed, Map.of())).hasStatusOk();

        assertThat(workflow.getResult(JobReport.class)).isEqualTo(new JobReport(3, false, "no GPU"));
    }

    @Test
    void takesTheTokenFromAHeaderOfItsOwn() {
        String success = "{\"job_id\":\"JOB\",\"state\":\"SUCCESS\"}";

        // The bearer may be who asks, not which job.
        assertThat(report(success, Map.of("Authorization", "Bearer of-the-site", "token", "the-token")))
                .hasStatusOk();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "{\"job_id\":\"JOB\",\"state\":\"SUCCESS\"}                              | 401 | token",
                "{\"job_id\":\"JOB\",\"state\":\"SUCCESS\",\"token\":\"\"}               | 401 | token",
                "{\"job_id\":\"JOB\",\"state\":\"FAILED\",\"token\":\"the-tokem\"}       | 401 | token",
                "{\"job_id\":\"other-0-0\",\"state\":\"SUCCESS\",\"token\":\"the-token\"}| 404 | not existing",
                "{\"job_id\":\"no job id\",\"state\":\"SUCCESS\",\"token\":\"t\"}        | 404 | not existing",
                "{\"job_id\":\"JOB\",\"state\":\"RUNNING\",\"token\":\"the-token\"}      | 422 | SUCCESS or FAILED",
                "{\"job_id\":\"JOB\",\"token\":\"the-token\"}                            | 422 | SUCCESS or FAILED",
                "{\"job_id\":\"JOB\",\"state\":\"success\",\"token\":\"the-token\"}      | 422 | SUCCESS or FAILED",
                "{\"state\":\"SUCCESS\",\"token\":\"the-token\"}                         | 422 | job_id",
                "{\"job_id\":[1],\"state\":\"SUCCESS\"}                                  | 422 | a string as job_id",
                "{                                                                       | 422 | JSON",
            })
    void refusesWhatIsNoReportAndChangesNothing(String json, int status, String words) {
        assertThat(report(json, Map.of()))
                .hasStatus(status)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains(words);

        var pending = new PendingJobs(client.getOptions().getDataConverter());
        assertThat(pending.handOuts(workflow.describe())).hasSize(1);
    }

    @Test
    void aJobOfAWorkerCantBeReported() {
        RunPlan ordinary = Samples.plan("ordinary", 1);
        runs.know(Samples.snapshot(ordinary, null, RunState.RUNNING, "qcc", "ccc"));

        assertThat(report("{\"job_id\":\"ordinary-0-0\",\"state\":\"SUCCESS\"}", Map.of("token", "the-token")))
                .hasStatus(404);
    }

    @Test
    void showsWhatAnAgentNeedsAndThatTheJobRuns() {
        var pending = new PendingJobs(client.getOptions().getDataConverter());
        RunSnapshot known = Samples.snapshot(plan, null, RunState.RUNNING, "q");
        runs.know(new RunSnapshot(plan, known.status(), pending.jobs(workflow.describe()), known.startedAt(), null));

        assertThat(mvc.get().uri("/processor/job/" + job).with(user("reader").roles("READ")))
                .as("without the right to report")
                .bodyJson()
                .doesNotHavePath("$.external");
        assertThat(mvc.get().uri("/processor/job/" + job))
                .hasStatusOk()
                .bodyJson()
                .isLenientlyEqualTo("""
                        {"state": "RUNNING", "processor_name": "ocrd-far", "external": {
                          "sandbox": "/books/kant/.quire/x", "mets": "/books/kant/.quire/x/mets.xml",
                          "command": ["ocrd-far", "-I", "IMG"], "token": "the-token"}}
                        """);
    }
}
