package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.api.ApiTest;
import org.quire.mets.Mets;
import org.quire.workflows.run.FetchPlan;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

class SubmissionEndpointsTest extends SubmissionTestCase {

    private static final String TWO_STEPS = "dummy -I IMG -O BIN -P level line\ndummy -I BIN -O OCR";

    @TempDir
    Path elsewhere;

    private MvcTestResult run(String script, String... namesAndValues) {
        return ask("/workflow/run", script, namesAndValues);
    }

    private MvcTestResult ask(String path, String script, String... namesAndValues) {
        var request = mvc.post()
                .multipart()
                .uri(path)
                .file(new MockMultipartFile(
                        "workflow", "w.txt", "text/plain", script.getBytes(StandardCharsets.UTF_8)));
        Map<String, String> parameters = new HashMap<>(Map.of("mets_path", mets.toString()));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        parameters.forEach(request::queryParam);
        return request.exchange();
    }

    @Test
    void startsAPageWiseRunAndNamesItsJobsAsOcrdDoes() {
        MvcTestResult result = run(TWO_STEPS, "page_wise", "True", "agent_type", "worker", "page_id", "P1,P3");

        String id = started().runId().value();
        assertThat(result).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {"processing_job_ids":{"P1":["%1$s-0-0","%1$s-1-0"],"P3":["%1$s-0-1","%1$s-1-1"]},
                 "page_id":"P1,P3","page_wise":true,"job_id":"%1$s","path_to_mets":"%2$s"}""".formatted(id, mets));
    }

    @Test
    void startsAWholeDocumentRunAndNamesItsJobsAsOcrdDoes() {
        MvcTestResult result = run(TWO_STEPS, "page_wise", "False");

        String id = started().runId().value();
        assertThat(started().units().unitSize()).isEqualTo(3);
        assertThat(result).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {"processing_job_ids":{"":["%1$s-0-0","%1$s-1-0"]},"page_id":"","job_id":"%1$s","path_to_mets":"%2$s"}
                """.formatted(id, mets));
    }

    @Test
    void validationSaysWhatARunWouldDoAndStartsNothing() {
        MvcTestResult result = ask("/workflow/validate", TWO_STEPS, "page_id", "P1,P3");

        assertThat(result).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {"path_to_mets":"%s","pages":2,"jobs":4,"steps":[
                  {"processor_name":"ocrd-dummy","input_file_grps":["IMG"],"output_file_grps":["BIN"]},
                  {"processor_name":"ocrd-dummy","input_file_grps":["BIN"],"output_file_grps":["OCR"]}]}
                """.formatted(mets));
        assertThat(runs.started).isEmpty();
    }

    @Test
    void validationRefusesWhatARunIsRefusedFor() {
        String wrong = "dummy -I NONE -O BIN\nnothing -I BIN -O OCR";

        MvcTestResult validation = ask("/workflow/validate", wrong, "page_id", "P3..P1");
        MvcTestResult run = run(wrong, "page_id", "P3..P1");

        assertThat(validation).hasStatus(run.getResponse().getStatus());
        assertThat(validation).bodyJson().extractingPath("$.faults").asArray().hasSize(3);
        assertThat(validation).bodyJson().extractingPath("$.faults").isEqualTo(faults(run));
    }

    private static Object faults(MvcTestResult result) {
        try {
            return JsonPath.read(result.getResponse().getContentAsString(), "$.faults");
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void isPageWiseUnlessToldOtherwise() {
        run(TWO_STEPS);

        assertThat(started().pageWise()).isTrue();
        assertThat(started().units().count()).isEqualTo(3);
        assertThat(started().units().wholeWorkspace()).isTrue();
    }

    @Test
    void cutsPagesIntoUnitsOfSeveral() {
        MvcTestResult result = run(TWO_STEPS, "page_step", "2", "page_wise", "True");

        assertThat(started().units().unitSize()).isEqualTo(2);
        assertThat(result)
                .bodyJson()
                .extractingPath("$.processing_job_ids")
                .asMap()
                .containsOnlyKeys("P1,P2", "P3");
    }

    @Test
    void plansEveryStepWithItsParametersAndTheTimeoutOfItsWorker() {
        run(TWO_STEPS, "overwrite", "true", "workflow_callback_url", "http://localhost:9/done");

        RunPlan plan = started();
        assertThat(plan.kind()).isEqualTo(RunPlan.Kind.WORKFLOW);
        assertThat(plan.workspace().metsPath()).isEqualTo(mets.toString());
        assertThat(plan.steps())
                .extracting(step -> step.processor()
                        + step.inputGroups()
                        + step.outputGroups()
                        + step.parameters()
                        + step.timeout())
                .containsExactly("ocrd-dummy[IMG][BIN]{\"level\":\"line\"}PT7M", "ocrd-dummy[BIN][OCR]{}PT7M");
        assertThat(plan.options().overwrite()).isTrue();
        assertThat(plan.options().workflowCallbackUrl()).isEqualTo("http://localhost:9/done");
        assertThat(plan.submittedAt()).isEqualTo(ApiTest.NOW);
    }

    @Test
    void takesAStoredScriptBeforeAnUploadedOne() throws Exception {
        MvcTestResult stored = mvc.post()
                .multipart()
                .uri("/workflow")
                .file(new MockMultipartFile(
                        "workflow",
                        "w",
                        "text/plain",
                        ("dummy -I IMG -O " + mets.getParent().getFileName()).getBytes(StandardCharsets.UTF_8)))
                .exchange();
        String id = JsonPath.read(stored.getResponse().getContentAsString(), "$.workflow_id");

        run(TWO_STEPS, "workflow_id", id);

        assertThat(started().steps()).hasSize(1);
        runs.reset();
        refused(run(TWO_STEPS, "workflow_id", "00000000-0000-0000-0000-000000000000"), 404, "Workflow with id");
        refused(run(TWO_STEPS, "workflow_id", "x"), 404, "Workflow with id 'x' not found.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                        | 422 | Workflow is invalid, empty.",
                "dummy -I                  | 422 | Line 1: Expected file groups after -I",
                "dummy -I NO -O B          | 422 | Input file group 'NO' of the first processor not found: [IMG, GT]",
                "x -I IMG -O B             | 406 | Missing Processing Workers: [{'ocrd-x'}]",
                "dummy -I IMG -O B -P a b  | 400 | 'a'",
                "dummy -I IMG -O B -P level page | 400 | level",
                "dummy -I IMG -O GT        | 422 | output file group 'GT' already has files for P2",
                "dummy -I IMG              | 422 | expected at least 1 output file group(s), but got 0"
            })
    void refusesAScriptThatCantRun(String script, int status, String detail) {
        refused(run(script), status, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "page_id  | P9          | 422 | P9",
                "page_id  | P1,         | 422 | Expected",
                "page_id  | P3..P1      | 422 | P3",
                "page_step| 0           | 422 | Expected page_step from 1 up",
                "agent_type | docker    | 422 | Expected agent_type 'worker' or 'server', but got 'docker'",
                "agent_type | server    | 406 | {'ocrd-dummy', 'server'}",
                "workflow_callback_url | http://example.org/ | 422 | workflow_callback_url",
                "mets_path | /no/such/mets.xml | 404 | Mets file path not existing: /no/such/mets.xml"
            })
    void refusesARequestThatMakesNoSense(String name, String value, int status, String detail) {
        refused(run(TWO_STEPS, name, value), status, detail);
    }

    @Test
    void refusesAWorkspaceOutsideTheRoots() throws Exception {
        refused(run(TWO_STEPS, "mets_path", Book.writeMets(elsewhere, 1).toString()), 403, "quire.workspaces");
    }

    @Test
    void refusesAMetsThatIsNone() throws Exception {
        Files.writeString(mets, "<html>");

        refused(run(TWO_STEPS), 422, mets.toString());
    }

    @Test
    void plansToFetchWhatHasOnlyAUrl() throws Exception {
        String remote = Files.readString(mets)
                .replace(
                        "LOCTYPE=\"OTHER\" OTHERLOCTYPE=\"FILE\" xlink:href=\"IMG/",
                        "LOCTYPE=\"URL\" xlink:href=\"http://h/");
        Files.writeString(mets, remote);

        assertThat(run(TWO_STEPS, "page_id", "P2,P3")).hasStatusOk();

        assertThat(started().fetch())
                .isEqualTo(new FetchPlan(List.of("IMG"), List.of(new WorkspaceAnswer.UnitRange(0, 1)), 10));
        assertThat(Mets.read(mets).files("IMG")).allMatch(file -> file.localPath() == null);
    }

    @Test
    void plansNoFetchOfFilesThatAreThere() throws Exception {
        String local = "<mets:FLocat LOCTYPE=\"OTHER\"";
        Files.writeString(
                mets,
                Files.readString(mets)
                        .replace(local, "<mets:FLocat LOCTYPE=\"URL\" xlink:href=\"http://h/x\"/>" + local));
        Files.createDirectory(mets.resolveSibling("IMG"));
        for (int page = 1; page <= 2; page++) {
            Files.writeString(mets.resolveSibling("IMG/" + page + ".tif"), "image");
        }

        assertThat(run(TWO_STEPS)).hasStatusOk();
        assertThat(Objects.requireNonNull(started().fetch()).units())
                .containsExactly(new WorkspaceAnswer.UnitRange(2, 2));
        runs.reset();
        assertThat(run(TWO_STEPS, "page_id", "P1,P2")).hasStatusOk();
        assertThat(started().fetch()).isNull();
    }

    @Test
    void replacesFilesOnlyWhenTold() {
        refused(run("dummy -I IMG -O GT"), 422, "overwrite=true");
        assertThat(run("dummy -I IMG -O GT", "page_id", "P1")).hasStatusOk();
        assertThat(run("dummy -I IMG -O GT", "overwrite", "true")).hasStatusOk();
    }

    @Test
    void namesAllFaultsAtOnceUnderTheStatusOfTheMostBasic() {
        MvcTestResult result = run("dummy -I NO -O B -P a b\nx -I B -O C\ny -I", "page_id", "P9");

        refused(result, 422, "Line 3:", "'NO'", "{'ocrd-x'}", "'a'", "P9");
        assertThat(result)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyJson()
                .extractingPath("$.faults")
                .asArray()
                .hasSize(5);
    }

    @Test
    void leavesNoTraceOfARefusedRequest() throws Exception {
        String before = tree();

        run("dummy -I NO -O B");
        run("x -I IMG -O B");

        assertThat(runs.started).isEmpty();
        assertThat(tree()).isEqualTo(before);
    }

    private String tree() throws IOException {
        try (Stream<Path> paths = Files.walk(properties.workspaces().getFirst().getParent())) {
            return paths.sorted().map(Path::toString).collect(Collectors.joining("\n")) + Files.readString(mets);
        }
    }

    @ParameterizedTest
    @CsvSource({"page_wise,maybe", "overwrite,7", "page_step,two"})
    void answersForAMalformedParameterInTheShapeOfOcrdsServer(String name, String value) {
        assertThat(run(TWO_STEPS, name, value))
                .hasStatus(422)
                .bodyJson()
                .hasPathSatisfying("$.status_code", code -> assertThat(code).isEqualTo(10422))
                .hasPathSatisfying("$.data", data -> assertThat(data).isNull())
                .hasPathSatisfying(
                        "$.message", message -> assertThat(message).asString().contains(name))
                .hasPathSatisfying(
                        "$.detail", detail -> assertThat(detail).asString().contains(name));
    }

    @Test
    void missesTheMetsPath() {
        assertThat(mvc.post().uri("/workflow/run")).hasStatus(422).bodyJson().isStrictlyEqualTo("""
                        {"status_code":10422,"message":"Expected the parameter mets_path, but it is missing.","data":null,
                         "detail":"Expected the parameter mets_path, but it is missing."}""");
    }

    @Test
    void anEmptyTextCountsAsNoneAsOnOcrdsServer() {
        assertThat(run(TWO_STEPS, "workflow_id", "", "workflow_callback_url", "", "page_id", ""))
                .hasStatusOk();
        assertThat(started().steps()).hasSize(2);
        assertThat(started().options().workflowCallbackUrl()).isNull();
    }

    @Test
    void neverReadsAScriptFromAPathOnTheServer() {
        assertThat(mvc.post()
                        .uri("/workflow/run")
                        .param("mets_path", mets.toString())
                        .param("workflow", "/etc/passwd"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("paths on the server are not read");
    }

    @Test
    void startsNothingWhileTemporalIsAway() {
        runs.goAway();

        assertThat(run(TWO_STEPS)).hasStatus(503);
        assertThat(runs.started).isEmpty();
    }
}
