package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** What holds for every merge. */
class MetsMergePropertiesTest {

    private static final Path FILE = Path.of("mets.xml");

    @Provide
    Arbitrary<String> document() {
        return Arbitraries.of(
                book(),
                book().replace("\n", "\r\n"),
                book().replaceAll(">\\s+<", "><"),
                "<mets xmlns='http://www.loc.gov/METS/'/>",
                "<m:mets xmlns:m='http://www.loc.gov/METS/'><m:fileSec/><!-- end --></m:mets>");
    }

    @Provide
    Arbitrary<MetsAddition> addition() {
        Arbitrary<String> page = Arbitraries.of("PHYS_0001", "PHYS_0002", "PHYS_0006", "NEW_1", "NEW_2");
        Arbitrary<MetsFile> file = Combinators.combine(Arbitraries.of("IMG", "GT", "EMPTY", "OCR"), page)
                .as(Samples::result);
        Arbitrary<MetsAgent> agent = Combinators.combine(
                        Arbitraries.of("a", "b"), Arbitraries.oneOf(page, Arbitraries.just("")))
                .as(Samples::agent);
        return Combinators.combine(file.list().ofMaxSize(4), agent.list().ofMaxSize(2))
                .as(MetsAddition::new);
    }

    @Property
    void givesTheSameTextAtOnceAndOneByOne(
            @ForAll("document") String document,
            @ForAll @Size(max = 5) List<@From("addition") MetsAddition> additions) {
        String oneByOne = document;
        for (MetsAddition addition : additions) {
            oneByOne = merged(oneByOne, List.of(addition));
        }
        assertThat(merged(document, additions)).isEqualTo(oneByOne);
        assertThat(merged(oneByOne, additions)).isEqualTo(oneByOne);
    }

    @Property
    void holdsEachFileOnceWithItsPageAndLosesNothing(
            @ForAll("document") String document,
            @ForAll @Size(max = 5) List<@From("addition") MetsAddition> additions) {
        MetsContents before = contents(document);
        MetsContents after = contents(merged(document, additions));
        assertThat(after.files).containsAll(before.files).doesNotHaveDuplicates();
        assertThat(after.pages)
                .extracting(PhysicalPage::id)
                .containsAll(pageIds(before))
                .doesNotHaveDuplicates();
        List<String> pointers = new ArrayList<>();
        after.pages.forEach(page -> page.fileIds().forEach(id -> pointers.add(page.id() + " " + id)));
        assertThat(pointers).doesNotHaveDuplicates();
        for (MetsAddition addition : additions) {
            for (MetsFile file : addition.files()) {
                assertThat(pointers).contains(file.pageId() + " " + file.id());
                assertThat(after.files).extracting(MetsFile::id).contains(file.id());
            }
        }
    }

    private static List<String> pageIds(MetsContents contents) {
        return contents.pages.stream().map(PhysicalPage::id).toList();
    }

    private static MetsContents contents(String text) {
        return MetsReader.read(FILE, decoded(text));
    }

    private static String merged(String text, List<MetsAddition> additions) {
        return MergePlan.merged(decoded(text), additions, FILE);
    }

    private static XmlText decoded(String text) {
        return XmlText.decode(text.getBytes(StandardCharsets.UTF_8), FILE);
    }

    private static String book() {
        try (InputStream book = Samples.class.getResourceAsStream("book.xml")) {
            return new String(Objects.requireNonNull(book).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
