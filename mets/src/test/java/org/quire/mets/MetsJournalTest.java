package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Additions that survive a crash at any byte. */
class MetsJournalTest {

    @TempDir
    Path folder;

    private Path mets;
    private Path file;
    private MetsJournal journal;

    @BeforeEach
    void makeMets() throws IOException {
        mets = Samples.pages(folder, 3).toRealPath();
        file = mets.resolveSibling(".mets.xml.journal");
        journal = MetsJournal.of(mets);
    }

    private static MetsAddition addition(String group, String page) {
        return new MetsAddition(List.of(Samples.result(group, page)), List.of());
    }

    private static MetsAddition agent(String name) {
        return new MetsAddition(List.of(), List.of(Samples.agent(name, "P0001")));
    }

    /** Appends as a session does: from where the journal ends now. */
    private void append(MetsAddition addition) throws IOException {
        MetsJournal.Position end = journal.readAfter(MetsJournal.Position.START).end();
        try (MetsJournal.Appended appended = journal.append(end, addition)) {
            appended.force();
        }
    }

    @Test
    void tellsEachReaderOnlyWhatItHasNotSeen() throws IOException {
        append(addition("OCR", "P0001"));
        MetsJournal.Tail first = journal.readAfter(MetsJournal.Position.START);
        append(agent("ocrd-x v1"));
        MetsJournal.Tail second = journal.readAfter(first.end());
        assertThat(first.additions()).containsExactly(addition("OCR", "P0001"));
        assertThat(second.additions()).containsExactly(agent("ocrd-x v1"));
        assertThat(journal.readAfter(second.end()).additions()).isEmpty();
        assertThat(journal.readAfter(second.end()).end()).isEqualTo(second.end());
    }

    @Test
    void startsAnewForReadersOfAJournalThatIsGone() throws IOException {
        append(addition("OCR", "P0001"));
        append(addition("OCR", "P0002"));
        MetsJournal.Position old = journal.readAfter(MetsJournal.Position.START).end();
        MetsMerge.merge(mets, List.of());
        assertThat(journal.readAfter(old)).isEqualTo(new MetsJournal.Tail(List.of(), MetsJournal.Position.START));
        append(addition("OCR", "P0003"));
        assertThat(journal.readAfter(old).additions()).containsExactly(addition("OCR", "P0003"));
    }

    /** A crash in mid-append leaves some beginning of what was to be written. */
    @Test
    void keepsAllWholeLinesWhereverItIsTorn() throws IOException {
        List<MetsAddition> all = List.of(addition("OCR", "P0001"), agent("ocrd-x v1"), addition("Ö-1", "P0003"));
        List<Long> ends = new ArrayList<>();
        for (MetsAddition one : all) {
            append(one);
            ends.add(Files.size(file));
        }
        byte[] whole = Files.readAllBytes(file);
        MetsAddition next = addition("NEXT", "P0002");
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            long torn = length;
            List<MetsAddition> kept = all.subList(
                    0, (int) ends.stream().filter(end -> end <= torn).count());
            assertThat(journal.pending()).as("torn after %d bytes", length).isEqualTo(kept);
            append(next);
            List<MetsAddition> expected = new ArrayList<>(kept);
            expected.add(next);
            assertThat(journal.pending()).as("appended after %d bytes", length).isEqualTo(expected);
        }
    }

    /** A disk may have the length of what was written last, and zeros or old bytes for its content. */
    @Test
    void dropsWhatStandsBehindABrokenByte() throws IOException {
        append(addition("OCR", "P0001"));
        long first = Files.size(file);
        append(addition("OCR", "P0002"));
        append(addition("OCR", "P0003"));
        byte[] whole = Files.readAllBytes(file);
        for (int place = (int) first; place < whole.length; place++) {
            byte[] broken = whole.clone();
            broken[place] = 0;
            Files.write(file, broken);
            assertThat(journal.pending())
                    .as("byte %d", place)
                    .startsWith(addition("OCR", "P0001"))
                    .hasSizeLessThan(3);
        }
    }

    @Test
    void refusesAJournalOfANewerVersion() throws IOException {
        append(addition("OCR", "P0001"));
        String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("QUIREMETS1", "QUIREMETS2"));
        assertThatThrownBy(() -> journal.pending())
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("newer");
        assertThatThrownBy(() -> MetsMerge.merge(mets, List.of())).isInstanceOf(MetsException.class);
        assertThat(file).exists();
    }

    @Test
    void isPartOfWhatEveryReaderSees() throws IOException {
        MetsCache cache = new MetsCache(1);
        assertThat(cache.get(mets).files("OCR")).isEmpty();
        append(addition("OCR", "P0002"));
        assertThat(cache.get(mets).files("OCR", "P0002")).containsExactly(Samples.result("OCR", "P0002"));
        assertThat(Mets.read(mets).files("OCR", "P0002")).hasSize(1);
        assertThat(Files.readString(mets)).doesNotContain("OCR_P0002");
    }

    @Test
    void isMergedBeforeTheResultsOfARun() throws IOException {
        append(addition("OCR", "P0001"));
        append(agent("ocrd-x v1"));
        MetsMerge.merge(mets, List.of(addition("RUN", "P0001")));
        assertThat(file).doesNotExist();
        Mets merged = Mets.read(mets);
        assertThat(merged.fileGroups()).containsExactly("IMG", "OCR", "RUN");
        assertThat(merged.agents()).extracting(MetsAgent::name).containsExactly("ocrd-x v1");
    }

    /** The crash between the rename of the merged file and the deletion of the journal. */
    @Test
    void changesNothingWhenItIsMergedTwice() throws IOException {
        append(addition("OCR", "P0001"));
        append(agent("ocrd-x v1"));
        byte[] left = Files.readAllBytes(file);
        MetsMerge.merge(mets, List.of());
        String once = Files.readString(mets);
        Files.write(file, left);
        assertThat(Mets.read(mets).files("OCR")).hasSize(1);
        MetsMerge.merge(mets, List.of());
        assertThat(Files.readString(mets)).isEqualTo(once);
        assertThat(file).doesNotExist();
    }

    /** The crash before the rename: a temporary file, the old METS and the journal are left. */
    @Test
    void staysUntilItIsInTheFile() throws IOException {
        append(addition("OCR", "P0001"));
        byte[] before = Files.readAllBytes(mets);
        assertThatThrownBy(() -> MetsMerge.merge(mets, List.of(), () -> {
                    throw new IllegalStateException("crash");
                }))
                .hasMessage("crash");
        assertThat(Files.readAllBytes(mets)).isEqualTo(before);
        MetsMerge.merge(mets, List.of());
        assertThat(Files.readString(mets, StandardCharsets.UTF_8)).containsOnlyOnce("<mets:file ID=\"OCR_P0001\"");
    }
}
