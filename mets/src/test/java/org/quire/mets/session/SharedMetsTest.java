package org.quire.mets.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsMerge;
import org.quire.mets.Samples;

/** Many who add, find and save, two sessions, a run that commits, and jobs that read: nothing is lost, nothing is there twice. */
class SharedMetsTest {

    private static final int PAGES = 60;
    private static final int ADDERS = 6;

    @TempDir
    Path folder;

    @Test
    void losesNothingWhenAllWorkAtOnce() throws Exception {
        Path mets = Samples.pages(folder, PAGES);
        SavePolicy busy = new SavePolicy(Duration.ofMillis(5), Duration.ofMillis(20), 7);
        ScheduledExecutorService timer = MetsSessions.newTimer();
        var sessions = List.of(MetsSession.open(mets, busy, timer), MetsSession.open(mets, busy, timer));
        var added = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int adder = 0; adder < ADDERS; adder++) {
                writers.add(threads.submit(adding(sessions.get(adder % 2), "ADD" + adder)));
            }
            writers.add(threads.submit(committing(mets)));
            List<Future<?>> others = List.of(
                    threads.submit(finding(sessions.get(0), added)),
                    threads.submit(saving(sessions.get(1), added)),
                    threads.submit(reading(mets, added)));
            for (Future<?> writer : writers) {
                writer.get();
            }
            added.set(true);
            for (Future<?> other : others) {
                other.get();
            }
        }
        sessions.getFirst().close();
        timer.shutdownNow();
        assertEverythingIsThereOnce(mets);
    }

    private Callable<Void> adding(MetsSession session, String group) {
        return () -> {
            for (int page = 1; page <= PAGES; page++) {
                MetsFile file = Samples.result(group, "P%04d".formatted(page));
                assertThat(session.add(file, false)).isEqualTo(new AddOutcome.Added(file));
                assertThat(session.find(new FileQuery(group, file.id(), file.pageId(), null, null, null)))
                        .containsExactly(file);
                session.add(Samples.agent(group, "P%04d".formatted(page)));
            }
            return null;
        };
    }

    private static Callable<Void> committing(Path mets) {
        return () -> {
            for (int page = 1; page <= PAGES; page++) {
                String id = "P%04d".formatted(page);
                MetsMerge.merge(
                        mets,
                        List.of(new MetsAddition(
                                List.of(Samples.result("RUN", id)), List.of(Samples.agent("RUN", id)))));
            }
            return null;
        };
    }

    private static Callable<Void> finding(MetsSession session, AtomicBoolean added) {
        return () -> {
            int before = 0;
            while (!added.get()) {
                int now = session.find(new FileQuery("//ADD.*|RUN", null, null, null, null, null))
                        .size();
                assertThat(now).isGreaterThanOrEqualTo(before);
                before = now;
            }
            return null;
        };
    }

    private static Callable<Void> saving(MetsSession session, AtomicBoolean added) {
        return () -> {
            while (!added.get()) {
                session.save();
                Thread.onSpinWait();
            }
            return null;
        };
    }

    private static Callable<Void> reading(Path mets, AtomicBoolean added) {
        return () -> {
            MetsCache cache = new MetsCache(1);
            int before = 0;
            while (!added.get()) {
                int now = cache.get(mets).files().size();
                assertThat(now).isGreaterThanOrEqualTo(before);
                before = now;
            }
            return null;
        };
    }

    private void assertEverythingIsThereOnce(Path mets) throws IOException {
        Mets saved = Mets.read(mets);
        for (int adder = 0; adder <= ADDERS; adder++) {
            String group = adder == ADDERS ? "RUN" : "ADD" + adder;
            assertThat(saved.files(group)).as(group).hasSize(PAGES).doesNotHaveDuplicates();
            assertThat(saved.pageIds())
                    .allSatisfy(page -> assertThat(saved.files(group, page)).hasSize(1));
        }
        assertThat(saved.agents()).hasSize(ADDERS + 1);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .contains("mets.xml", ".mets.xml.lock")
                    .noneMatch(name -> name.endsWith(".tmp") || name.endsWith(".journal"));
        }
    }
}
