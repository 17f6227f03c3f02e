package org.quire.mets.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Fixity;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsException;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsMerge;
import org.quire.mets.PageExpressionException;
import org.quire.mets.PythonRegex;
import org.quire.mets.Samples;

/** What a session finds and takes, and what is left of it whatever happens. */
class MetsSessionTest {

    private static final SavePolicy NEVER = new SavePolicy(Duration.ofHours(1), Duration.ofHours(1), 1_000_000);

    @TempDir
    Path folder;

    private final ScheduledExecutorService timer = MetsSessions.newTimer();
    private Path mets;
    private Path journal;
    private MetsSession session;

    @BeforeEach
    void open() throws IOException {
        mets = Samples.pages(folder, 4);
        journal = folder.toRealPath().resolve(".mets.xml.journal");
        session = MetsSession.open(mets, NEVER, timer);
    }

    @AfterEach
    void end() {
        timer.shutdownNow();
    }

    private static FileQuery query(
            @Nullable String group, @Nullable String id, @Nullable String page, @Nullable String mimetype) {
        return new FileQuery(group, id, page, mimetype, null, null);
    }

    private List<String> ids(@Nullable String group, @Nullable String page) throws IOException {
        return session.find(query(group, null, page, null)).stream()
                .map(MetsFile::id)
                .toList();
    }

    private void add(MetsSession to, MetsFile file) throws IOException {
        assertThat(to.add(file, false)).isEqualTo(new AddOutcome.Added(file));
    }

    @Test
    void replacingAnEntryForgetsTheChecksumOfItsOldContent() throws IOException {
        MetsFile file = Samples.result("OCR", "P0001");
        MetsMerge.merge(
                mets, List.of(new MetsAddition(List.of(file.withFixity(new Fixity("a".repeat(64), 7))), List.of())));
        assertThat(Files.readString(mets)).contains("CHECKSUM=\"aaa", "CHECKSUMTYPE=\"SHA-256\"", "SIZE=\"7\"");
        String before = Files.readString(mets);

        assertThat(session.add(file, true)).isEqualTo(new AddOutcome.Added(file));
        session.save();

        assertThat(Files.readString(mets))
                .isEqualTo(before.replaceAll("(<mets:file ID=\"OCR_P0001\"[^>]*?) SIZE[^>]*>", "$1>"))
                .doesNotContain("CHECKSUM", "SIZE=");
        assertThat(session.find(query("OCR", null, null, null))).containsExactly(file);
    }

    @Test
    void findsByGroupPageIdTypeAndNameInDocumentOrder() throws IOException {
        add(session, Samples.result("OCR", "P0003"));
        add(session, Samples.result("OCR", "P0001"));
        assertThat(ids("OCR", null)).containsExactly("OCR_P0003", "OCR_P0001");
        assertThat(ids(null, "P0001")).containsExactly("IMG_0001", "OCR_P0001");
        assertThat(ids("OCR", "P0001..P0003")).containsExactly("OCR_P0003", "OCR_P0001");
        assertThat(ids("//O.*", null)).containsExactly("OCR_P0003", "OCR_P0001");
        assertThat(ids("//O", null)).isEmpty();
        assertThat(ids("IMG", "2,~4")).containsExactly("IMG_0002");
        assertThat(ids(null, "")).isEmpty();
        assertThat(ids("", null)).hasSize(6);
        assertThat(session.find(query(null, "//.*_P0001", null, null))).containsExactly(Samples.result("OCR", "P0001"));
        assertThat(session.find(query(null, null, null, "image/png"))).hasSize(4);
        assertThat(session.find(new FileQuery(null, null, null, null, null, "OCR/OCR_P0003.xml")))
                .containsExactly(Samples.result("OCR", "P0003"));
        assertThat(session.find(new FileQuery(null, null, null, null, null, "//OCR.*")))
                .isEmpty();
    }

    @Test
    void findsByUrl() throws IOException {
        MetsFile remote = new MetsFile("R1", "REMOTE", "image/png", "P0002", "http://example.org/1.png", null);
        add(session, remote);
        assertThat(session.find(new FileQuery(null, null, null, null, "http://example.org/1.png", null)))
                .containsExactly(remote);
        assertThat(session.find(new FileQuery(null, null, null, null, "//http.*", null)))
                .containsExactly(remote);
    }

    @Test
    void refusesWhatCannotBeLookedFor() {
        assertThatThrownBy(() -> ids(null, "P9999")).isInstanceOf(PageExpressionException.class);
        assertThatThrownBy(() -> ids(null, "P0001,")).isInstanceOf(PageExpressionException.class);
        assertThatThrownBy(() -> ids(null, " ")).isInstanceOf(PageExpressionException.class);
        assertThatThrownBy(() -> ids("//[", null)).isInstanceOf(PythonRegex.Invalid.class);
    }

    @Test
    void refusesASecondEntryAsOcrdDoes() throws IOException {
        MetsFile file = Samples.result("OCR", "P0001");
        add(session, file);
        MetsFile elsewhere = new MetsFile(file.id(), "OCR", file.mimetype(), "P0002", null, file.localPath());
        MetsFile otherType = new MetsFile(file.id(), "OCR", "text/plain", "P0001", null, file.localPath());
        String entry = "A file with ID==OCR_P0001 already exists <OcrdFile fileGrp=OCR ID=OCR_P0001,"
                + " mimetype=application/vnd.prima.page+xml, url=---, local_filename=OCR/OCR_P0001.xml]/> ";
        assertThat(session.add(file, false))
                .isEqualTo(new AddOutcome.Conflict(entry + "and neither force nor ignore are set"));
        assertThat(session.add(elsewhere, true))
                .isEqualTo(new AddOutcome.Conflict(entry + "but unrelated - cannot mitigate"));
        assertThat(session.add(otherType, true)).isInstanceOf(AddOutcome.Conflict.class);
        assertThat(session.find(query("OCR", null, null, null))).containsExactly(file);
    }

    @Test
    void replacesInPlaceByForce() throws IOException {
        MetsFile renamed = new MetsFile("IMG_0002", "IMG", "image/png", "P0002", null, "IMG/new.png");
        assertThat(session.add(renamed, true)).isEqualTo(new AddOutcome.Added(renamed));
        assertThat(ids("IMG", null)).containsExactly("IMG_0001", "IMG_0002", "IMG_0003", "IMG_0004");
        assertThat(session.find(new FileQuery(null, null, null, null, null, "IMG/new.png")))
                .containsExactly(renamed);
        assertThat(session.find(new FileQuery(null, null, null, null, null, "IMG/0002.png")))
                .isEmpty();
        session.save();
        assertThat(Mets.read(mets).files("IMG").get(1)).isEqualTo(renamed);
        assertThat(Mets.read(mets).pageIds()).containsExactly("P0001", "P0002", "P0003", "P0004");
    }

    @Test
    void refusesWhatNoMetsCanHold() throws IOException {
        MetsFile good = Samples.result("OCR", "P0001");
        List<MetsFile> bad = List.of(
                new MetsFile("1a", "OCR", "a/b", null, null, null),
                new MetsFile("", "OCR", "a/b", null, null, null),
                new MetsFile("a", "O R", "a/b", null, null, null),
                new MetsFile("a", "OCR", "a/b", "not an id", null, null),
                new MetsFile("a", "OCR", "a/\u0001", null, null, null),
                new MetsFile("a", "OCR", "a/b", null, "http://\uD800", null),
                new MetsFile("a", "OCR", "a/b", null, null, "../a.png"),
                new MetsFile("a", "OCR", "a/b", null, null, "/etc/a.png"),
                new MetsFile("a", "OCR", "a/b", null, null, "OCR/\0"));
        for (MetsFile file : bad) {
            assertThat(session.add(file, true)).as(file.toString()).isInstanceOf(AddOutcome.Invalid.class);
        }
        assertThat(session.add(new MetsAgent("a\u0002", "OTHER", "OTHER", null, null, List.of())))
                .isPresent();
        assertThat(journal).doesNotExist();
        add(session, good);
    }

    @Test
    void appendsAPageThatItDoesNotKnow() throws IOException {
        add(session, Samples.result("OCR", "NEW"));
        assertThat(session.pageIds()).endsWith("P0004", "NEW");
        assertThat(ids(null, "NEW")).containsExactly("OCR_NEW");
        session.save();
        assertThat(Mets.read(mets).pageIds()).endsWith("P0004", "NEW");
    }

    @Test
    void makesTheFolderOfAFileButNotThroughALinkThatLeavesTheWorkspace(@TempDir Path outside) throws IOException {
        Files.createSymbolicLink(folder.resolve("LINK"), outside);
        add(session, new MetsFile("a1", "DEEP", "a/b", null, null, "DEEP/er/a.png"));
        add(session, new MetsFile("a2", "LINK", "a/b", null, null, "LINK/er/a.png"));
        assertThat(folder.resolve("DEEP/er")).isDirectory();
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void isOnDiskBeforeItIsSavedAndInTheFileAfter() throws IOException {
        String before = Files.readString(mets);
        add(session, Samples.result("OCR", "P0001"));
        assertThat(session.add(Samples.agent("ocrd-x v1", "P0001"))).isEmpty();
        assertThat(Files.readString(mets)).isEqualTo(before);
        assertThat(journal).isNotEmptyFile();
        session.save();
        assertThat(journal).doesNotExist();
        assertThat(Files.readString(mets)).contains("OCR_P0001", "ocrd-x v1");
        String saved = Files.readString(mets);
        session.save();
        session.close();
        assertThat(Files.readString(mets)).isEqualTo(saved);
    }

    /** What kill -9 leaves: the journal, and nobody who knows of it. */
    @Test
    void savesWhatAKilledSessionLeft() throws IOException {
        add(session, Samples.result("OCR", "P0001"));
        add(session, Samples.result("OCR", "P0002"));
        MetsSession next = MetsSession.open(mets, NEVER, timer);
        assertThat(journal).doesNotExist();
        assertThat(Files.readString(mets)).contains("OCR_P0001", "OCR_P0002");
        assertThat(next.find(query("OCR", null, null, null))).hasSize(2);
    }

    @Test
    void seesWhatAnotherSessionDoesAndTheOtherWayRound() throws IOException {
        MetsSession other = MetsSession.open(mets, NEVER, timer);
        add(session, Samples.result("A", "P0001"));
        add(other, Samples.result("A", "P0002"));
        assertThat(other.add(Samples.result("A", "P0001"), false)).isInstanceOf(AddOutcome.Conflict.class);
        assertThat(ids("A", null)).containsExactly("A_P0001", "A_P0002");
        other.save();
        add(session, Samples.result("A", "P0003"));
        add(other, Samples.result("A", "P0004"));
        session.save();
        add(other, Samples.result("B", "P0001"));
        assertThat(ids("//[AB]", null)).containsExactly("A_P0001", "A_P0002", "A_P0003", "A_P0004", "B_P0001");
        assertThat(other.find(query("//[AB]", null, null, null)))
                .isEqualTo(session.find(query("//[AB]", null, null, null)));
    }

    @Test
    void seesWhatARunCommitsAndWhatOthersWriteIntoTheFile() throws IOException {
        add(session, Samples.result("A", "P0001"));
        MetsMerge.merge(mets, List.of(new MetsAddition(List.of(Samples.result("RUN", "P0001")), List.of())));
        assertThat(ids(null, "P0001")).containsExactly("IMG_0001", "A_P0001", "RUN_P0001");
        Files.writeString(mets, Files.readString(mets).replace("RUN_P0001", "RUN_OTHER"));
        add(session, Samples.result("A", "P0002"));
        assertThat(ids(null, "P0001")).containsExactly("IMG_0001", "A_P0001", "RUN_OTHER");
        Files.writeString(mets, Files.readString(mets).replace("RUN_OTHER", "RUN_THIRD"));
        session.save();
        assertThat(ids(null, "P0001")).containsExactly("IMG_0001", "A_P0001", "RUN_THIRD");
        assertThat(Mets.read(mets).files()).extracting(MetsFile::id).contains("RUN_THIRD", "A_P0002");
    }

    @Test
    void unitesAgentsAsTheFileHasThem() throws IOException {
        session.add(Samples.agent("ocrd-x v1", "P0001"));
        session.add(Samples.agent("ocrd-x v1", "P0002"));
        session.add(Samples.agent("ocrd-y v1", "P0001"));
        assertThat(session.agents())
                .containsExactly(Samples.agent("ocrd-x v1", "P0001,P0002"), Samples.agent("ocrd-y v1", "P0001"));
        session.save();
        assertThat(Mets.read(mets).agents()).isEqualTo(session.agents());
        session.add(Samples.agent("ocrd-x v1", "P0003"));
        assertThat(session.agents().getFirst()).isEqualTo(Samples.agent("ocrd-x v1", "P0001,P0002,P0003"));
    }

    @Test
    void savesBySomeQuietTime() throws IOException {
        SavePolicy quick = new SavePolicy(Duration.ofMillis(30), Duration.ofMillis(200), 1000);
        add(MetsSession.open(mets, quick, timer), Samples.result("OCR", "P0001"));
        await().untilAsserted(() -> assertThat(Files.readString(mets)).contains("OCR_P0001"));
    }

    @Test
    void savesWhenSoManyWait() throws IOException {
        SavePolicy two = new SavePolicy(Duration.ofHours(1), Duration.ofHours(1), 2);
        MetsSession busy = MetsSession.open(mets, two, timer);
        for (int page = 1; page <= 4; page++) {
            add(busy, Samples.result("OCR", "P000" + page));
        }
        await().untilAsserted(() -> assertThat(journal).doesNotExist());
        assertThat(Mets.read(mets).files("OCR")).hasSize(4);
    }

    @Test
    void keepsTheJournalWhileTheFileCannotBeMergedInto() throws IOException {
        add(session, Samples.result("OCR", "P0001"));
        String good = Files.readString(mets);
        Files.writeString(mets, "<broken");
        assertThatThrownBy(session::save).isInstanceOf(MetsException.class);
        assertThatThrownBy(() -> session.fileGroups()).isInstanceOf(MetsException.class);
        assertThat(journal).isNotEmptyFile();
        Files.writeString(mets, good);
        assertThat(ids("OCR", null)).containsExactly("OCR_P0001");
        session.save();
        assertThat(Files.readString(mets)).contains("OCR_P0001");
    }

    @Test
    void knowsAMetsBehindALinkByItsRealPlace(@TempDir Path elsewhere) throws IOException {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link.xml"), mets);
        MetsSession linked = MetsSession.open(link, NEVER, timer);
        assertThat(linked.folder())
                .isEqualTo(Objects.requireNonNull(mets.toRealPath().getParent()));
        add(linked, Samples.result("OCR", "P0001"));
        assertThat(ids("OCR", null)).hasSize(1);
    }
}
