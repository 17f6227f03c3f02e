package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.Recorder.Call;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Who may work on which page when. */
@ExtendWith(RequiresRealEngine.class)
class PageLocksTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Map<String, String> OVERWRITE = Map.of("page_wise", "True", "overwrite", "true");

    @Test
    void runsOverlapInTimeOnDisjointPagesOnly(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("locks"), 4);
        Path scratch = quire.scratch("locks");
        Path gate = scratch.resolve("gate");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));

        String firstRun = submit(
                quire,
                book,
                first.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString())),
                "PHYS_0001..PHYS_0003");
        await("the first run is at work on its pages")
                .atMost(LONGEST)
                .until(() -> first.calls().size() == 3);
        String secondRun =
                submit(quire, book, second.task("OCR-D-IMG", "OUT", Recorder.parameters()), "PHYS_0002..PHYS_0004");
        await("the second run is through with the page that only it wants")
                .atMost(LONGEST)
                .until(() -> second.calls().stream().anyMatch(Call::ended));
        assertThat(second.calls()).extracting(Call::pages).containsExactly("PHYS_0004");

        Files.createFile(gate);
        quire.client().awaitSuccess(firstRun, LONGEST);
        quire.client().awaitSuccess(secondRun, LONGEST);

        assertThat(second.calls())
                .extracting(Call::pages)
                .containsExactlyInAnyOrder("PHYS_0002", "PHYS_0003", "PHYS_0004");
        for (Call mine : first.calls()) {
            for (Call other : second.calls()) {
                if (mine.pages().equals(other.pages())) {
                    assertThat(other.start()).as(mine + " before " + other).isGreaterThan(mine.end());
                }
                if (other.pages().equals("PHYS_0004")) {
                    assertThat(mine.overlaps(other))
                            .as(mine + " beside " + other)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void aRunWaitsWhateverWayThePathOfTheWorkspaceIsSpelt(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("spelt"), 1);
        Path scratch = quire.scratch("spelt");
        Path gate = scratch.resolve("gate");
        var first = new Recorder(scratch.resolve("first"));
        var second = new Recorder(scratch.resolve("second"));
        Path link = Files.createSymbolicLink(quire.workspaces().resolve("spelt-otherwise"), book.folder());

        String firstRun = submit(
                quire,
                book,
                first.task("OCR-D-IMG", "OUT", Recorder.parameters().put("gate", gate.toString())),
                "");
        await("the first run is at work")
                .atMost(LONGEST)
                .until(() -> first.calls().size() == 1);
        String secondRun = submit(quire, new Book(link), second.task("OCR-D-IMG", "OUT", Recorder.parameters()), "");
        await("the second run waits for the page")
                .atMost(LONGEST)
                .until(() -> awaitedUnits(quire, link, secondRun) == 1);

        Files.createFile(gate);
        quire.client().awaitSuccess(firstRun, LONGEST);
        quire.client().awaitSuccess(secondRun, LONGEST);
        assertThat(second.calls().getFirst().start())
                .isGreaterThan(first.calls().getFirst().end());
    }

    private static String submit(QuireSystem quire, Book book, String script, String pages) {
        var query = new HashMap<>(OVERWRITE);
        query.put("page_id", pages);
        return quire.client().submit(book.mets(), script, query).get("job_id").asText();
    }

    private static int awaitedUnits(QuireSystem quire, Path workspace, String run) {
        return quire.client().awaitedUnits(workspace.resolve("mets.xml"), run);
    }
}
