package org.quire.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quire.api.run.RunSnapshot;
import org.quire.api.run.Samples;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.springframework.http.MediaType;

class ReadingTest extends ReadingTestCase {

    private void knowFailedRun(RunState state) {
        RunPlan plan = Samples.plan("r", 1);
        var status = new RunStatus(
                plan.runId(),
                state,
                "1 job failed.",
                List.of("SSS", "SFX"),
                List.of(new RunStatus.Failure(
                        new JobId(new RunId("r"), 1, 1), "ocrd-dummy", List.of("P2"), "Out of <ink>.")));
        runs.know(new RunSnapshot(plan, status, Map.of(), Samples.SUBMITTED, Samples.SUBMITTED.plusSeconds(60)));
    }

    @Test
    void simpleStateIsOneWord() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "Scc", "ccc"));

        expect("/workflow/job-simple/r", 200, "{\"state\":\"RUNNING\"}");
    }

    @Test
    void aCancelledRunIsFailedForOcrdClients() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), Samples.SUBMITTED, RunState.CANCELLED, "XXX", "XXX"));

        expect("/workflow/job-simple/r", 200, "{\"state\":\"FAILED\"}");
        assertThat(mvc.get().uri("/run/r")).bodyJson().extractingPath("$.state").isEqualTo("CANCELLED");
    }

    @Test
    void countsJobsByProcessorAndNamesTheFailedOnes() {
        knowFailedRun(RunState.FAILED);

        expect("/workflow/job/r", 200, """
                {"ocrd-dummy":{"SUCCESS":4,"FAILED":1,"CANCELLED":1},
                 "failed-processor-tasks":{"ocrd-dummy":[{"job_id":"r-1-1","page_id":"P2"}]}}""");
    }

    @Test
    void leavesTheFailedOnesOutIfThereAreNone() {
        runs.know(Samples.withRunning(
                Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "Sqc", "ccc"), 0, 1));

        expect("/workflow/job/r", 200, "{\"ocrd-dummy\":{\"SUCCESS\":1,\"RUNNING\":1,\"CACHED\":4}}");
    }

    @Test
    void unknownRunsAreNotFound() {
        for (String path : List.of("/workflow/job-simple/", "/workflow/job/", "/run/")) {
            assertThat(mvc.get().uri(path + "no-such-run"))
                    .hasStatus(404)
                    .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .bodyJson()
                    .extractingPath("$.detail")
                    .isEqualTo("Workflow job with id 'no-such-run' not found.");
        }
        assertThat(mvc.get().uri("/run/..%2e")).hasStatus4xxClientError();
    }

    @Test
    void answersForAJobOfAWorkflow() throws Exception {
        knowFailedRun(RunState.FAILED);

        expect("/processor/job/r-1-1", 200, """
                {"job_id":"r-1-1","processor_name":"ocrd-dummy","state":"FAILED","path_to_mets":"/books/kant/mets.xml",
                 "input_file_grps":["BIN"],"output_file_grps":["OCR"],"page_id":"P2"}""");
    }

    @Test
    void servesTheLogOfAJobAndAnEmptyOneBeforeItStarted() throws Exception {
        knowFailedRun(RunState.FAILED);
        Path log = layout.jobLog(JobId.parse("r-0-0"));
        Files.createDirectories(log.getParent());
        Files.writeString(log, "Größe\n");

        assertThat(mvc.get().uri("/processor/log/r-0-0"))
                .hasStatusOk()
                .hasHeader("Content-Disposition", "attachment; filename=\"r-0-0.log\"")
                .hasContentType("text/plain;charset=UTF-8")
                .bodyText()
                .isEqualTo("Größe\n");
        assertThat(mvc.get().uri("/processor/log/r-0-1"))
                .hasStatusOk()
                .bodyText()
                .isEmpty();
        assertThat(mvc.get().uri("/processor/job/r-0-0"))
                .bodyJson()
                .extractingPath("$.log_file_path")
                .isEqualTo(log.toString());
    }

    @Test
    void unknownJobsAreUnprocessableAsOnOcrdsServer() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "qqq", "ccc"));

        for (String id : List.of("nonsense", "r-0-3", "r-2-0", "other-0-0", "r-99999999999999-0")) {
            assertThat(mvc.get().uri("/processor/job/" + id))
                    .hasStatus(422)
                    .bodyJson()
                    .extractingPath("$.detail")
                    .isEqualTo("Processing job with id '" + id + "' not existing.");
            assertThat(mvc.get().uri("/processor/log/" + id)).hasStatus(422);
        }
    }

    @Test
    void listsLiveProcessorsAndTheirTools() {
        expect("/processor", 200, "[\"ocrd-dummy\",\"ocrd-x\"]");
        expect("/processor/info/ocrd-x", 200, "{\"executable\":\"ocrd-dummy\",\"steps\":[]}");
        assertThat(mvc.get().uri("/processor/info/ocrd-y"))
                .hasStatus(404)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("Processing Worker 'ocrd-y' not found.");
    }

    @Test
    void tellsAllOfARun() {
        knowFailedRun(RunState.FAILED);

        expect("/run/r", 200, """
                {"run_id":"r","kind":"WORKFLOW","state":"FAILED","reason":"1 job failed.","workspace":"/books/kant/mets.xml",
                 "page_id":"P1..P3","pages":3,"units":3,"page_wise":true,"depends_on":[],
                 "steps":[
                   {"step":1,"processor":"ocrd-dummy","input_file_grps":["IMG"],"output_file_grps":["BIN"],"counts":{"SUCCESS":3}},
                   {"step":2,"processor":"ocrd-dummy","input_file_grps":["BIN"],"output_file_grps":["OCR"],
                    "counts":{"SUCCESS":1,"FAILED":1,"CANCELLED":1}}],
                 "failures":[{"job_id":"r-1-1","processor":"ocrd-dummy","pages":["P2"],"reason":"Out of <ink>."}],
                 "in_hand":[],
                 "submitted_at":"2026-03-01T12:00:00Z","started_at":"2026-03-01T12:00:00Z","ended_at":"2026-03-01T12:01:00Z",
                 "web_ui":"http://localhost:8233/namespaces/default/workflows/run%2Fr"}""");
    }

    @Test
    void namesTheWorkerThatHasAJob() {
        runs.know(Samples.withRunning(
                Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "Sqc", "ccc"), 0, 1));

        assertThat(mvc.get().uri("/run/r"))
                .bodyJson()
                .extractingPath("$.in_hand")
                .isEqualTo(List.of(Map.of(
                        "job_id",
                        "r-0-1",
                        "processor",
                        "ocrd-dummy",
                        "pages",
                        List.of("P2"),
                        "running",
                        true,
                        "attempt",
                        2,
                        "worker",
                        "host-1",
                        "last_failure",
                        "lost")));
    }

    @Test
    void listsRuns() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "Sqq", "ccc"));

        expect("/run", 200, """
                [{"run_id":"r","state":"RUNNING","workspace":"/books/kant/mets.xml","steps":2,"pages":3,
                  "started_at":"2026-03-01T12:00:00Z"}]""");
    }

    @Test
    void passesOnCancelAndStop() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "qqq", "ccc"));

        assertThat(mvc.post().uri("/workflow/job/r/cancel"))
                .hasStatus(202)
                .bodyJson()
                .isStrictlyEqualTo("{\"job_id\":\"r\",\"request\":\"cancel\"}");
        assertThat(mvc.post().uri("/workflow/job/r/stop")).hasStatus(202);
        assertThat(runs.requests).containsExactly("CANCEL r", "STOP r");
    }

    @Test
    void doesNotCancelWhatHasEndedOrNeverWas() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), Samples.SUBMITTED, RunState.SUCCESS, "SSS", "SSS"));

        assertThat(mvc.post().uri("/workflow/job/r/cancel"))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("ended with SUCCESS");
        assertThat(mvc.post().uri("/workflow/job/other/stop")).hasStatus(404);
    }
}
