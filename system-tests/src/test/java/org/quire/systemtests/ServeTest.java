package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;

/** The all-in-one server and the command line, with the engine that the server starts for itself. */
@ExtendWith(RequiresRealEngine.class)
class ServeTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);

    @Test
    void servesTheCommandLineAndRemembersItsRunsAfterARestart() {
        Path folder = QuireSystem.newFolder("serve");
        Book book = Book.generated(folder.resolve("workspaces/book"), 3);
        var quire = new QuireCommandLine(folder);
        ChildProcess server = quire.serve();
        String url = server.awaitLine("Quire listens on (\\S+)", LONGEST);

        var run = quire.call("run", "--server", url, "-m", book.mets().toString(), "dummy -I OCR-D-IMG -O ONE");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("SUCCESS", "dummy 3/3");
        assertThat(MetsDocument.read(book.mets()).files("ONE")).isNotEmpty();
        var refused = quire.call("run", "--server", url, "-m", book.mets().toString(), "dummy -I NOTHING -O TWO");
        assertThat(refused.exitCode()).as(refused.output()).isEqualTo(2);

        server.close();
        assertThat(processesNaming(folder.resolve("data").toString())).isEmpty();
        String urlAfter = quire.serve().awaitLine("Quire listens on (\\S+)", LONGEST);
        var list = quire.call("list", "--server", urlAfter, "--json");
        assertThat(list.exitCode()).as(list.output()).isZero();
        assertThat(list.output()).contains(book.mets().toString(), "SUCCESS");
    }

    @Test
    void saysWhatIsMissingInARunWithoutTasks() {
        var quire = new QuireCommandLine(QuireSystem.newFolder("told"));

        var noScript = quire.call("run", "-m", "/nonexistent/mets.xml");

        assertThat(noScript.exitCode()).as(noScript.output()).isEqualTo(2);
        assertThat(noScript.output()).contains("--workflow");
    }

    /** Command lines of live processes with this text: an engine that outlived its server would have the data folder in its own. */
    private static List<String> processesNaming(String text) {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(command -> command.contains(text))
                .toList();
    }
}
