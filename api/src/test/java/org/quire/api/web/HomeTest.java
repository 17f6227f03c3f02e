package org.quire.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quire.api.run.Samples;
import org.quire.workflows.run.RunState;
import org.springframework.http.MediaType;

class HomeTest extends ReadingTestCase {

    @Test
    void saysThatTemporalIsAway() {
        runs.goAway();

        assertThat(mvc.get().uri("/workflow/job-simple/r"))
                .hasStatus(503)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("Temporal is away.");
        assertThat(mvc.get().uri("/").accept(MediaType.TEXT_HTML))
                .hasStatusOk()
                .bodyText()
                .contains("Temporal is away.");
    }

    @Test
    void showsNothingOfAFaultThatNobodyThoughtOf() {
        runs.breakDown();

        assertThat(mvc.get().uri("/workflow/job-simple/r"))
                .hasStatus(500)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyText()
                .doesNotContain("secret", "Exception");
    }

    @Test
    void theHomePageListsRunsAndProcessors() {
        runs.know(Samples.snapshot(Samples.plan("r", 1), null, RunState.RUNNING, "qqq", "ccc"));

        assertThat(mvc.get().uri("/").accept(MediaType.TEXT_HTML))
                .hasStatusOk()
                .hasContentTypeCompatibleWith(MediaType.TEXT_HTML)
                .bodyText()
                .contains(
                        "<code>r</code>",
                        "/books/kant/mets.xml",
                        "ocrd-dummy",
                        "http://localhost:8233/namespaces/default/workflows/run%2Fr");
    }

    @Test
    void theHomePageIsJsonForPrograms() {
        expect("/", 200, """
                {"message":"The home page of Quire","time":"2026-03-01T12:00:00Z","version":"development"}""");
    }

    @Test
    void describesItselfAsOpenApi() {
        assertThat(mvc.get().uri("/openapi.json"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.paths")
                .asMap()
                .containsKeys(
                        "/workflow/run",
                        "/workflow",
                        "/workflow/{id}",
                        "/workflow/job-simple/{id}",
                        "/workflow/job/{id}",
                        "/workflow/job/{id}/cancel",
                        "/workflow/job/{id}/stop",
                        "/processor",
                        "/processor/run/{name}",
                        "/processor/info/{name}",
                        "/processor/job/{id}",
                        "/processor/log/{id}",
                        "/workspace/locks",
                        "/run",
                        "/run/{id}");
        assertThat(mvc.get().uri("/docs")).hasStatus3xxRedirection();
    }

    @Test
    void isReadyWhenTemporalAnswers() {
        assertThat(mvc.get().uri("/actuator/health/readiness"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.status")
                .isEqualTo("UP");
    }

    @Test
    void knowsNoOtherPaths() {
        assertThat(mvc.get().uri("/no/such/path")).hasStatus(404).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(mvc.delete().uri("/run")).hasStatus(405).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
    }
}
