package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.quire.api.ApiTest;
import org.quire.api.FakeRuns;
import org.quire.api.config.ApiProperties;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.run.RunPlan;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** What tests of requests for runs start from: a new book of three pages, {@code ocrd-dummy} with one parameter, no runs. */
@ApiTest
abstract class SubmissionTestCase {

    static final String TOOL = """
            {"executable":"ocrd-dummy","parameters":{"level":{"type":"string","enum":["word","line"],"default":"word"}}}""";

    @Autowired
    MockMvcTester mvc;

    @Autowired
    FakeRuns runs;

    @Autowired
    DataLayout layout;

    @Autowired
    ApiProperties properties;

    Path mets;

    @BeforeEach
    void startAfresh() throws IOException {
        runs.reset();
        ApiTest.Workers.offer(layout, TOOL, "ocrd-dummy");
        mets = Book.writeMets(Files.createTempDirectory(properties.workspaces().getFirst(), "book"), 3);
    }

    /** The only run that was started. */
    RunPlan started() {
        assertThat(runs.started).hasSize(1);
        return runs.started.getFirst();
    }

    /** Nothing was started, and the answer says why. */
    void refused(MvcTestResult result, int status, String... details) {
        assertThat(result)
                .hasStatus(status)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains(details);
        assertThat(runs.started).isEmpty();
    }
}
