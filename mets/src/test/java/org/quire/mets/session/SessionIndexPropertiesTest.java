package org.quire.mets.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.quire.mets.Mets;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsFile;
import org.quire.mets.Samples;

/** What a session answers before a save is what the file says after it, whoever saves and whenever. */
class SessionIndexPropertiesTest {

    private static final SavePolicy NEVER = new SavePolicy(Duration.ofHours(1), Duration.ofHours(1), 1_000_000);

    private sealed interface Step {
        record AddFile(int session, MetsFile file, boolean force) implements Step {}

        record AddAgent(int session, MetsAgent agent) implements Step {}

        record Save(int session) implements Step {}
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> session = Arbitraries.integers().between(0, 1);
        Arbitrary<String> page = Arbitraries.of("PHYS_0001", "PHYS_0002", "PHYS_0006", "NEW_1", "NEW_2");
        Arbitrary<MetsFile> file = Combinators.combine(
                        Arbitraries.of("IMG", "GT", "OCR", "SEG"),
                        Arbitraries.of("a", "b", "c", "IMG_1", "GT_2"),
                        Arbitraries.of("image/png", "text/plain"),
                        page.injectNull(0.2),
                        Arbitraries.of("x/1.png", "x/2.png").injectNull(0.2),
                        Arbitraries.of("http://example.org/1", "x/1.png", "file:x/2.png")
                                .injectNull(0.5))
                .as((group, id, type, on, path, url) -> new MetsFile(id, group, type, on, url, path));
        Arbitrary<MetsAgent> agent =
                Combinators.combine(Arbitraries.of("p", "q"), page).as(Samples::agent);
        Arbitrary<Step> adding =
                Combinators.combine(session, file, Arbitraries.of(true, false)).as(Step.AddFile::new);
        Arbitrary<Step> tracing = Combinators.combine(session, agent).as(Step.AddAgent::new);
        Arbitrary<Step> saving = session.map(Step.Save::new);
        return Arbitraries.frequencyOf(Tuple.of(6, adding), Tuple.of(2, tracing), Tuple.of(1, saving))
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 200)
    void answersWhatTheFileWillSay(@ForAll("steps") List<Step> steps) throws IOException {
        Path folder = Files.createTempDirectory("session");
        ScheduledExecutorService timer = MetsSessions.newTimer();
        try {
            Path mets = Samples.book(folder);
            List<MetsSession> sessions =
                    List.of(MetsSession.open(mets, NEVER, timer), MetsSession.open(mets, NEVER, timer));
            for (Step step : steps) {
                run(step, sessions);
                assertThat(sessions.get(0).find(all()))
                        .isEqualTo(sessions.get(1).find(all()));
            }
            MetsSession session = sessions.getFirst();
            List<MetsFile> files = session.find(all());
            List<String> pages = session.pageIds();
            List<String> groups = session.fileGroups();
            List<MetsAgent> agents = session.agents();
            session.save();
            Mets saved = Mets.read(mets);
            assertThat(saved.files()).isEqualTo(files);
            assertThat(saved.pageIds()).containsAll(pages);
            assertThat(saved.fileGroups()).isEqualTo(groups);
            assertThat(saved.agents()).isEqualTo(agents);
            assertThat(session.find(all())).isEqualTo(files);
        } finally {
            timer.shutdownNow();
            delete(folder);
        }
    }

    private static void run(Step step, List<MetsSession> sessions) throws IOException {
        switch (step) {
            case Step.AddFile add -> sessions.get(add.session()).add(add.file(), add.force());
            case Step.AddAgent add -> sessions.get(add.session()).add(add.agent());
            case Step.Save save -> sessions.get(save.session()).save();
        }
    }

    private static FileQuery all() {
        return new FileQuery(null, null, null, null, null, null);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
