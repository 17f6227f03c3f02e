package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.api.ApiTest;
import org.quire.api.run.Samples;
import org.quire.workflows.job.Agent;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

class ProcessorRunEndpointsTest extends SubmissionTestCase {

    private MvcTestResult process(String name, String json) {
        return mvc.post()
                .uri("/processor/run/" + name)
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.replace("METS", mets.toString()))
                .exchange();
    }

    @Test
    void runsOneProcessorAsARunOfOneStep() {
        MvcTestResult result = process("ocrd-dummy", """
                {"path_to_mets":"METS","description":"d","input_file_grps":["IMG"],"output_file_grps":["BIN"],
                 "page_id":"P1..P2","parameters":{"level":"line"},"result_queue_name":"ignored"}""");

        RunPlan plan = started();
        assertThat(plan.kind()).isEqualTo(RunPlan.Kind.PROCESSOR);
        assertThat(plan.units().pages()).containsExactly("P1", "P2");
        assertThat(plan.units().count()).isEqualTo(1);
        assertThat(plan.description()).isEqualTo("d");
        assertThat(plan.steps().getFirst().parameters()).hasToString("{\"level\":\"line\"}");
        assertThat(result).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {"job_id":"%s-0-0","processor_name":"ocrd-dummy","state":"QUEUED","path_to_mets":"%s",
                 "input_file_grps":["IMG"],"output_file_grps":["BIN"],"page_id":"P1..P2"}""".formatted(plan.runId(), mets));
    }

    @Test
    void aJobThatDependsOnOthersIsCached() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "qqq", "ccc"));

        MvcTestResult result = process("ocrd-dummy", """
                {"path_to_mets":"METS","input_file_grps":["IMG"],"output_file_grps":["BIN"],"depends_on":["r-0-0"]}""");

        assertThat(started().dependsOn()).containsExactly("r-0-0");
        assertThat(result).bodyJson().extractingPath("$.state").isEqualTo("CACHED");
        assertThat(result).bodyJson().doesNotHavePath("$.page_id");
    }

    @Test
    void anEmptyTextCountsAsNoneAsOnOcrdsServer() {
        MvcTestResult result = process("ocrd-dummy", """
                {"path_to_mets":"METS","workspace_id":"","job_id":"","page_id":"","callback_url":"","result_queue_name":"",
                 "input_file_grps":["IMG"],"output_file_grps":["BIN"],"depends_on":null}""");

        assertThat(result).hasStatusOk().bodyJson().doesNotHavePath("$.page_id");
        assertThat(started().options().callbackUrl()).isNull();
        assertThat(started().units().pages()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ocrd-x     | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"]} | 422 | Processing Worker 'ocrd-x' not found.",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"],\"job_id\":\"j\"} | 422 | must not be: j",
                "ocrd-dummy | {\"workspace_id\":\"w\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"]} | 404 | Workspace with id 'w' not found",
                "ocrd-dummy | {\"workspace_id\":\"w\",\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"]} | 422 | Expected path_to_mets alone",
                "ocrd-dummy | {\"path_to_mets\":\"\",\"workspace_id\":\"\",\"input_file_grps\":[\"IMG\"]} | 422 | Expected path_to_mets",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[null],\"output_file_grps\":[\"B\"]} | 422 | Expected a list of strings as input_file_grps",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\",null]} | 422 | Expected a list of strings as output_file_grps",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"],\"depends_on\":[null]} | 422 | Expected a list of strings as depends_on",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"],\"depends_on\":[\"x-0-0\"]} | 422 | 'x-0-0' is none",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"],\"depends_on\":[\"\"]} | 422 | '' is none",
                "ocrd-dummy | {\"input_file_grps\":[\"IMG\"]} | 422 | Expected path_to_mets",
                "ocrd-dummy | {\"path_to_mets\":\"METS\"} | 422 | input_file_grps",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"parameters\":[]} | 422 | Expected a JSON object as parameters",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"parameters\":null} | 422 | Expected a JSON object as parameters",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"],\"parameters\":{\"level\":1}} | 400 | Failed to validate processing job input",
                "ocrd-dummy | {\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"],\"callback_url\":\"http://example.org/\"} | 422 | callback_url",
                "ocrd-dummy | {\"path_to_mets\":\"/no/mets.xml\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"B\"]} | 404 | Mets file path not existing"
            })
    void refusesAProcessorRequestThatCantRun(String name, String json, int status, String detail) {
        refused(process(name, json), status, detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{}",
                "{\"path_to_mets\":\"METS\"}",
                "{\"input_file_grps\":[\"IMG\"]}",
                "{\"path_to_mets\":\"METS\",\"input_file_grps\":7}",
                "{\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"parameters\":7}"
            })
    void answersForAMalformedBodyInTheShapeOfOcrdsServer(String json) {
        assertThat(process("ocrd-dummy", json))
                .hasStatus(422)
                .bodyJson()
                .hasPathSatisfying("$.status_code", code -> assertThat(code).isEqualTo(10422))
                .hasPathSatisfying("$.data", data -> assertThat(data).isNull())
                .hasPathSatisfying("$.message", message -> assertThat(message).isInstanceOf(String.class))
                .hasPathSatisfying("$.detail", detail -> assertThat(detail).isInstanceOf(String.class));
    }

    private static final String JOB =
            "{\"path_to_mets\":\"METS\",\"input_file_grps\":[\"IMG\"],\"output_file_grps\":[\"OUT\"]%s}";

    @Test
    void forwardsToAServerWhereOneIsWanted() {
        ApiTest.Workers.offer(layout, Agent.SERVER, TOOL, "ocrd-dummy");

        assertThat(process("ocrd-dummy", JOB.formatted(",\"agent_type\":\"server\"")))
                .hasStatusOk();
        assertThat(process("ocrd-dummy?agent_type=server", JOB.formatted(""))).hasStatusOk();

        assertThat(runs.started)
                .hasSize(2)
                .allSatisfy(plan ->
                        assertThat(plan.steps().getFirst().agentOrWorker()).isEqualTo(Agent.SERVER));
    }

    @Test
    void handsOutWhereAWorkerIsExternal() {
        ApiTest.Workers.offer(layout, Agent.EXTERNAL, TOOL, "ocrd-dummy");

        assertThat(process("ocrd-dummy", JOB.formatted(",\"agent_type\":\"worker\"")))
                .hasStatusOk();

        assertThat(started().steps().getFirst().agentOrWorker()).isEqualTo(Agent.EXTERNAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ocrd-dummy                   | ,\"agent_type\":\"server\" | Network agent of type 'server' for processor 'ocrd-dummy' not found.",
                "ocrd-dummy                   | ,\"agent_type\":\"docker\" | Expected agent_type 'worker' or 'server', but got 'docker'.",
                "ocrd-dummy?agent_type=docker |                          | Expected agent_type 'worker' or 'server', but got 'docker'.",
                "ocrd-dummy?agent_type=server | ,\"agent_type\":\"worker\" | Expected one agent_type",
            })
    void refusesAgentsThatThereAreNot(String name, String field, String message) {
        assertThat(process(name, JOB.formatted(field == null ? "" : field)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains(message);
        assertThat(runs.started).isEmpty();
    }

    @Test
    void refusesToOverwriteByAServer() {
        ApiTest.Workers.offer(layout, Agent.SERVER, TOOL, "ocrd-dummy");

        assertThat(process("ocrd-dummy", JOB.formatted(",\"agent_type\":\"server\",\"overwrite\":true")))
                .hasStatus(422);
    }

    @Test
    void describesAProcessorByItsAgent() {
        ApiTest.Workers.offer(layout, Agent.SERVER, TOOL, "ocrd-dummy");

        assertThat(mvc.get().uri("/processor/info/ocrd-dummy?agent_type=server"))
                .hasStatusOk();
        assertThat(mvc.get().uri("/processor/info/ocrd-dummy")).hasStatus(404);
        assertThat(mvc.get().uri("/processor/info/ocrd-dummy?agent_type=docker"))
                .hasStatus(422);
        assertThat(mvc.get().uri("/processor")).bodyJson().isLenientlyEqualTo("[\"ocrd-dummy\"]");
    }
}
