package org.quire.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.quire.api.ApiTest;
import org.quire.api.FakeRuns;
import org.quire.workflows.engine.DataLayout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** What tests of reading requests start from: two live processors, no runs. */
@ApiTest
abstract class ReadingTestCase {

    @Autowired
    MockMvcTester mvc;

    @Autowired
    FakeRuns runs;

    @Autowired
    DataLayout layout;

    @BeforeEach
    void startAfresh() {
        runs.reset();
        ApiTest.Workers.offer(layout, "{\"executable\":\"ocrd-dummy\",\"steps\":[]}", "ocrd-x", "ocrd-dummy");
    }

    void expect(String uri, int status, String json) {
        assertThat(mvc.get().uri(uri)).hasStatus(status).bodyJson().isStrictlyEqualTo(json);
    }
}
