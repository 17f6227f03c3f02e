package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TemporalDoor;

/** Worker hosts that are lost in the middle of a commit, held there by the lock that each writer of {@code mets.xml} takes. */
@ExtendWith(RequiresRealEngine.class)
class LostCommitTest {

    private static final Duration LONGEST = Duration.ofSeconds(120);

    /** Far below the time that one attempt may take, so that only a lost heartbeat explains it. */
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void aCommitWhoseWorkerIsKilledIsDoneByAnotherSoon(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("commit-killed"), 2);
        String run;
        try (var temporal = new TemporalDoor(quire.temporalTarget());
                var lock = book.lock()) {
            run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", "");
            awaitCommit(temporal, book, 1);
            quire.killWorkerHost();
        }
        quire.startWorkerHost();

        quire.client().awaitSuccess(run, SOON);
        assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(2);
    }

    @Test
    void aHostThatSleptThroughACommitWritesNothingWhenItWakes(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("commit-slept"), 1);
        String original = book.text();
        ChildProcess sleeper = quire.workerHost();
        ChildProcess second = null;
        try {
            String run;
            try (var temporal = new TemporalDoor(quire.temporalTarget());
                    var lock = book.lock()) {
                run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", "");
                awaitCommit(temporal, book, 1);
                sleeper.signal("STOP");
                second = quire.anotherWorkerHost();
                awaitCommit(temporal, book, 2);
            }
            quire.client().awaitSuccess(run, LONGEST);
            assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(1);
            // Somebody takes the result out again, which an old commit would undo.
            book.edit(now -> original);

            sleeper.signal("CONT");

            await("the sleeper has been told that nobody waits for its commit")
                    .atMost(LONGEST)
                    .until(() -> sleeper.output().contains("activityType=CommitToMets"));
            assertThat(book.text()).isEqualTo(original);
        } finally {
            sleeper.signal("CONT");
            if (second != null) {
                second.signal("TERM");
                second.waitFor(LONGEST);
            }
        }
    }

    /** Waits until a worker is at work on such an attempt, or a later one, at a commit to the book. */
    private static void awaitCommit(TemporalDoor temporal, Book book, int attempt) {
        await("attempt " + attempt + " at a commit has begun")
                .atMost(LONGEST)
                .until(() -> temporal.isCommitting(book, attempt));
    }
}
