package org.quire.mets.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Samples;

/** Which sessions are open, and which may be closed. */
class MetsSessionsTest {

    private static final SavePolicy NEVER = new SavePolicy(Duration.ofHours(1), Duration.ofHours(1), 1_000_000);

    @TempDir
    Path folder;

    private final AtomicLong now = new AtomicLong();
    private final MetsSessions sessions = new MetsSessions(NEVER, Duration.ofHours(1), now::get);
    private Path first;
    private Path second;

    @BeforeEach
    void makeBooks() throws IOException {
        first = Samples.pages(Files.createDirectory(folder.resolve("1")), 2).toRealPath();
        second = Samples.pages(Files.createDirectory(folder.resolve("2")), 2).toRealPath();
    }

    @AfterEach
    void close() {
        sessions.close();
    }

    private MetsSession use(Path mets) throws IOException {
        return sessions.with(mets, session -> session);
    }

    @Test
    void keepsOneSessionOfEachMets() throws IOException {
        assertThat(use(first)).isSameAs(use(first)).isNotSameAs(use(second));
    }

    @Test
    void closesThoseUnusedForSoLongAndSavesThem() throws IOException {
        sessions.with(first, session -> session.add(Samples.result("OCR", "P0001"), false));
        now.addAndGet(Duration.ofMinutes(60).toNanos());
        use(second);
        now.addAndGet(Duration.ofMinutes(40).toNanos());
        assertThat(sessions.idle(Duration.ofMinutes(90))).containsExactly(1);
        assertThat(Files.readString(first)).doesNotContain("OCR_P0001");
        assertThat(sessions.closeIdle(Duration.ofMinutes(90))).containsExactly(1);
        assertThat(Files.readString(first)).contains("OCR_P0001");
        assertThat(sessions.closeIdle(Duration.ofMinutes(90))).isEmpty();
        assertThat(sessions.closeIdle(Duration.ZERO)).containsExactly(2);
    }

    @Test
    void neverClosesOneThatIsUsed() throws IOException {
        sessions.with(first, session -> {
            now.addAndGet(Duration.ofDays(1).toNanos());
            assertThat(sessions.idle(Duration.ZERO)).isEmpty();
            assertThat(sessions.closeIdle(Duration.ZERO)).isEmpty();
            sessions.end(first);
            assertThat(use(first)).isSameAs(session);
            return session;
        });
        assertThat(sessions.closeIdle(Duration.ZERO)).containsExactly(1);
    }

    @Test
    void endsOneThatIsNotUsedOtherwise() throws IOException {
        MetsSession before = use(first);
        sessions.with(first, session -> session.add(Samples.result("OCR", "P0001"), false));
        sessions.end(first);
        assertThat(Files.readString(first)).contains("OCR_P0001");
        assertThat(use(first)).isNotSameAs(before);
    }

    @Test
    void keepsNothingOfAMetsThatCannotBeOpened() throws IOException {
        Path missing = folder.toRealPath().resolve("3/mets.xml");
        assertThatThrownBy(() -> use(missing)).isInstanceOf(NoSuchFileException.class);
        assertThat(sessions.idle(Duration.ZERO)).isEmpty();
    }

    @Test
    void closesIdleOnesByItself() throws IOException {
        try (var eager = new MetsSessions(NEVER, Duration.ofMillis(20))) {
            eager.with(first, session -> session.add(Samples.result("OCR", "P0001"), false));
            await().untilAsserted(() -> assertThat(eager.idle(Duration.ZERO)).isEmpty());
            assertThat(Files.readString(first)).contains("OCR_P0001");
        }
    }

    @Test
    void savesAllWhenTheProgramEnds() throws IOException {
        for (Path mets : List.of(first, second)) {
            sessions.with(mets, session -> session.add(Samples.result("OCR", "P0001"), false));
        }
        sessions.close();
        assertThat(Files.readString(first)).contains("OCR_P0001");
        assertThat(Files.readString(second)).contains("OCR_P0001");
    }
}
