package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a merge treats the file itself: locks, races, links, size. */
class MetsMergeFileTest {

    @TempDir
    Path folder;

    private static List<MetsAddition> addition(MetsFile... files) {
        return List.of(new MetsAddition(List.of(files), List.of()));
    }

    @Test
    void startsAgainWhenSomebodyElseChangesTheFile() throws IOException {
        Path file = Samples.pages(folder, 2);
        AtomicInteger tries = new AtomicInteger();
        MetsMerge.merge(file, addition(Samples.result("OCR", "P0001")), () -> {
            if (tries.incrementAndGet() == 1) {
                append(file, "<!-- theirs -->");
            }
        });
        assertThat(tries).hasValue(2);
        assertThat(Files.readString(file)).endsWith("<!-- theirs -->");
        assertThat(Mets.read(file).files("OCR")).hasSize(1);
        assertThat(names()).containsExactlyInAnyOrder("mets.xml", ".mets.xml.lock");
    }

    @Test
    void givesUpWhenTheOtherDoesNotStop() throws IOException {
        Path file = Samples.pages(folder, 2);
        assertThatThrownBy(() -> MetsMerge.merge(
                        file, addition(Samples.result("OCR", "P0001")), () -> append(file, "<!-- theirs -->")))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("10 times in a row");
        assertThat(Mets.read(file).files("OCR")).isEmpty();
        assertThat(names()).containsExactlyInAnyOrder("mets.xml", ".mets.xml.lock");
    }

    @Test
    void losesNothingOfManyMergesAtOnce() throws Exception {
        Path file = Samples.pages(folder, 20);
        Path link = Files.createSymbolicLink(folder.resolve("link.xml"), file);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> merges = new ArrayList<>();
            for (String page : Mets.read(file).pageIds()) {
                Path name = merges.size() % 2 == 0 ? file : link;
                merges.add(threads.submit(() -> {
                    MetsMerge.merge(name, addition(Samples.result("OCR", page)));
                    return null;
                }));
            }
            for (Future<?> merge : merges) {
                merge.get();
            }
        }
        assertThat(Mets.read(file).files("OCR")).hasSize(20);
    }

    @Test
    void writesBehindASymbolicLinkAndKeepsThePermissions() throws IOException {
        Path file = Samples.pages(Files.createDirectory(folder.resolve("real")), 1);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        Path link = Files.createSymbolicLink(folder.resolve("mets.xml"), Path.of("real/mets.xml"));
        MetsMerge.merge(link, addition(Samples.result("OCR", "P0001")));
        assertThat(link).isSymbolicLink();
        assertThat(Mets.read(file).files("OCR")).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw-r--");
    }

    @Test
    void touchesNothingWhenThereIsNothingToAdd() throws IOException {
        Path file = Samples.pages(folder, 1);
        MetsMerge.merge(file, List.of(MetsAddition.NONE));
        assertThat(names()).containsExactly("mets.xml");
    }

    @Test
    void leavesABrokenFileAsItIs() throws IOException {
        String broken = Files.readString(Samples.pages(folder, 1)).replace("</mets:structMap>", "");
        Path file = Files.writeString(folder.resolve("mets.xml"), broken);
        assertThatThrownBy(() -> MetsMerge.merge(file, addition(Samples.result("OCR", "P0001"))))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("line ")
                .hasMessageContaining(file.toString());
        assertThat(Files.readString(file)).isEqualTo(broken);
    }

    @Test
    void passesOnThatTheFileIsMissing() {
        assertThatThrownBy(() -> MetsMerge.merge(folder.resolve("mets.xml"), addition(Samples.result("OCR", "P1"))))
                .isInstanceOf(NoSuchFileException.class);
    }

    /** With work that grows by the square this would be 1.6 billion comparisons, and not end in time. */
    @Test
    void mergesTwoGroupsOfTwentyThousandPages() throws IOException {
        Path file = Samples.pages(folder, 20_000);
        List<MetsAddition> additions = Mets.read(file).pageIds().stream()
                .map(page -> new MetsAddition(
                        List.of(Samples.result("SEG", page), Samples.result("OCR", page)),
                        List.of(Samples.agent("ocrd-x", page))))
                .toList();
        MetsMerge.merge(file, additions);
        Mets mets = Mets.read(file);
        assertThat(mets.files("SEG")).hasSize(20_000);
        assertThat(mets.files("OCR")).hasSize(20_000);
        assertThat(mets.files("OCR", "P19999")).containsExactly(Samples.result("OCR", "P19999"));
        assertThat(mets.agents()).hasSize(1);
        String once = Files.readString(file);
        MetsMerge.merge(file, additions);
        assertThat(Files.readString(file)).isEqualTo(once);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, Files.readString(file) + text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
