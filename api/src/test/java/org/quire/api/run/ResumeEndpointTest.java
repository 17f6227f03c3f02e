package org.quire.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quire.api.ApiTest;
import org.quire.api.FakeRuns;
import org.quire.api.config.ApiProperties;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsMerge;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.run.RunState;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class ResumeEndpointTest {

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private FakeRuns runs;

    @Autowired
    private DataLayout layout;

    @Autowired
    private ApiProperties properties;

    private Path mets;

    @BeforeEach
    void startAfresh() throws IOException {
        runs.reset();
        ApiTest.Workers.offer(layout, "{\"executable\":\"ocrd-dummy\"}", "ocrd-dummy");
        Path book = Files.createTempDirectory(properties.workspaces().getFirst(), "book");
        mets = Files.writeString(
                book.toRealPath().resolve("mets.xml"), "<mets:mets xmlns:mets=\"http://www.loc.gov/METS/\"/>");
        inMets("IMG", "P1", "P2", "P3");
    }

    @Test
    void startsARunOfWhatIsLeft() throws IOException {
        inMets("BIN", "P1", "P2");
        inMets("OCR", "P1");
        know(RunState.FAILED, "SSF", "SFX");

        assertThat(resume()).hasStatus(202).bodyJson().isLenientlyEqualTo("""
                {"job_id":"r-r1","page_id":"P2,P3","page_wise":true,
                 "processing_job_ids":{"P2":["r-r1-0-0","r-r1-1-0"],"P3":["r-r1-0-1","r-r1-1-1"]}}""");
        assertThat(runs.resumed)
                .singleElement()
                .satisfies(run -> assertThat(run.jobStates()).containsExactly("Sc", "cc"));
    }

    @Test
    void doesAgainWhatTheMetsHasNot() throws IOException {
        inMets("BIN", "P1", "P2", "P3");
        inMets("OCR", "P1", "P2");
        know(RunState.FAILED, "SSS", "SSS");

        assertThat(resume()).hasStatus(202);
        assertThat(runs.resumed).singleElement().satisfies(run -> {
            assertThat(run.plan().units().pages()).containsExactly("P3");
            assertThat(run.jobStates()).containsExactly("S", "c");
        });
    }

    @Test
    void refusesWhatGoesOnIsDoneOrWasResumed() throws IOException {
        know(RunState.RUNNING, "qqq", "ccc");
        assertThat(resume()).hasStatus(409).bodyText().contains("goes on");
        know(RunState.FAILED, "FFF", "XXX");
        assertThat(resume()).hasStatus(202);
        assertThat(resume()).hasStatus(409).bodyText().contains("was resumed before, as run r-r1");
        inMets("BIN", "P1", "P2", "P3");
        inMets("OCR", "P1", "P2", "P3");
        know(RunState.SUCCESS, "SSS", "SSS");
        assertThat(resume()).hasStatus(409).bodyText().contains("Nothing is left to do");
        assertThat(mvc.post().uri("/workflow/job/other/resume")).hasStatus(404);
    }

    @Test
    void refusesWithoutTheMetsOrAWorker() throws IOException {
        know(RunState.FAILED, "FFF", "XXX");
        ApiTest.Workers.offer(layout, "{}", "ocrd-other");
        assertThat(resume()).hasStatus(406).bodyText().contains("ocrd-dummy");
        Files.delete(mets);
        assertThat(resume()).hasStatus(404).bodyText().contains("can't be read");
        assertThat(runs.resumed).isEmpty();
    }

    private MvcTestResult resume() {
        return mvc.post().uri("/workflow/job/r/resume").exchange();
    }

    private void know(RunState state, String... jobStates) {
        runs.know(Samples.snapshot(
                Samples.plan("r", 1, mets.toString()),
                state.isTerminal() ? Samples.SUBMITTED.plusSeconds(9) : null,
                state,
                jobStates));
    }

    private void inMets(String group, String... pages) throws IOException {
        List<MetsFile> files = Stream.of(pages)
                .map(page ->
                        new MetsFile(group + "_" + page, group, "image/png", page, null, group + "/" + page + ".png"))
                .toList();
        MetsMerge.merge(mets, List.of(new MetsAddition(files, List.of())));
    }
}
