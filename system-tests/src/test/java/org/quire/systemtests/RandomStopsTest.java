package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TemporalDoor;

/** Many runs on few workspaces, each ended at a random moment; {@code quire.stops} says how many, {@code quire.seed} when. */
@ExtendWith(RequiresRealEngine.class)
class RandomStopsTest {

    private static final int RUNS = Integer.getInteger("quire.stops", 50);
    private static final int WORKSPACES = 5;
    private static final int LONGEST_MILLIS = 4_000;

    @Test
    void runsEndedAtRandomMomentsAllEndAndLeaveNothing(QuireSystem quire) throws IOException {
        long seed = Long.getLong("quire.seed", System.nanoTime());
        System.out.println(RUNS + " runs ended at random, -Dquire.seed=" + seed);
        var random = new Random(seed);
        long begun = System.currentTimeMillis();
        List<Book> books = new ArrayList<>();
        for (int i = 0; i < WORKSPACES; i++) {
            books.add(Book.generated(quire.workspaces().resolve("stops-" + i), 3));
        }
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            String script = "dummy -I OCR-D-IMG -O A" + i + "\ndummy -I A" + i + " -O B";
            runs.add(quire.client()
                    .submit(books.get(i % WORKSPACES).mets(), script, Map.of("page_wise", "True", "overwrite", "true"))
                    .get("job_id")
                    .asText());
            // No wait for anything: the point of a random moment is that it is none in particular.
            LockSupport.parkNanos(random.nextInt(1 + LONGEST_MILLIS / RUNS) * 1_000_000L);
            end(quire, runs.get(random.nextInt(runs.size())), random);
        }
        for (String run : runs) {
            end(quire, run, random);
        }
        long ended = System.nanoTime();

        await("all are over")
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        runs.stream().allMatch(run -> quire.client().state(run).matches("SUCCESS|FAILED|CANCELLED")));
        System.out.printf("All were over after %.1f s%n", (System.nanoTime() - ended) / 1e9);
        await("nothing is locked")
                .atMost(Duration.ofSeconds(60))
                .until(() -> books.stream()
                        .allMatch(book -> quire.client().locks(book.mets()).isEmpty()));
        for (Book book : books) {
            MetsDocument.read(book.mets());
            await("no private folder is left")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.notExists(book.folder().resolve(".quire")));
        }
        try (var temporal = new TemporalDoor(quire.temporalTarget())) {
            assertThat(temporal.failedTasks(begun)).isEmpty();
        }
    }

    private static void end(QuireSystem quire, String run, Random random) {
        assertThat(quire.client().tryEnd(run, random.nextBoolean() ? "stop" : "cancel"))
                .isIn(202, 409);
    }
}
