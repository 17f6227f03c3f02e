package org.quire.activities.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.RunSamples;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunState;
import org.quire.workflows.workspace.WorkspaceRef;

class FileRunArchiveTest {

    private static final RunId RUN = new RunId("run-1");

    @TempDir
    Path temp;

    private DataLayout layout;
    private Path workspace;
    private RunReport report;
    private FileRunArchive archive;

    @BeforeEach
    void prepare() throws IOException {
        layout = new DataLayout(temp.resolve("data"));
        workspace = Files.createDirectories(temp.resolve("book"));
        Files.writeString(workspace.resolve("mets.xml"), "<mets/>");
        report = RunSamples.report(
                RUN, new WorkspaceRef(workspace.resolve("mets.xml").toString()), RunState.SUCCESS, "SF");
        archive = new FileRunArchive(layout);
    }

    @Test
    void keepsTheWholeReport() throws IOException {
        archive.archive(report);
        archive.archive(report);

        assertThat(new RunReportFiles(layout).find(RUN)).contains(report);
        try (Stream<Path> files = Files.list(layout.report(RUN).getParent())) {
            assertThat(files).containsExactly(layout.report(RUN));
        }
    }

    @Test
    void removesSandboxesButNothingThatTheyLinkTo() throws IOException {
        Path page = Files.writeString(
                Files.createDirectories(workspace.resolve("IMG")).resolve("1.png"), "image");
        Path sandbox = Files.createDirectories(workspace.resolve(".quire/run-1/0-0-1"));
        Files.createSymbolicLink(sandbox.resolve("IMG"), workspace.resolve("IMG"));
        Files.writeString(sandbox.resolve("mets.xml"), "<mets/>");

        archive.archive(report);

        assertThat(workspace.resolve(".quire")).doesNotExist();
        assertThat(page).hasContent("image");
    }

    @Test
    void sandboxesOfOtherRunsStay() throws IOException {
        Files.createDirectories(workspace.resolve(".quire/run-1/0-0-1"));
        Path other = Files.createDirectories(workspace.resolve(".quire/run-2/0-0-1"));

        archive.archive(report);

        assertThat(workspace.resolve(".quire/run-1")).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void goneWorkspaceDoesNotHoldTheReportUp() throws IOException {
        Files.delete(workspace.resolve("mets.xml"));
        Files.delete(workspace);

        archive.archive(report);

        assertThat(new RunReportFiles(layout).find(RUN)).isPresent();
    }

    @Test
    void reportThatCannotBeWrittenIsAnException() throws IOException {
        Files.writeString(temp.resolve("data"), "a file where the data folder should be");

        assertThatThrownBy(() -> archive.archive(report)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void unknownRunHasNoReport() {
        assertThat(new RunReportFiles(layout).find(new RunId("other"))).isEmpty();
    }
}
