package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every page expression, over a book of {@value #PAGES} pages. */
class PageExpressionPropertiesTest {

    private static final int PAGES = 40;
    private static final Mets METS = mets();

    private static Mets mets() {
        try {
            Path folder = Files.createTempDirectory("pages");
            Path file = Samples.pages(folder, PAGES);
            Mets mets = Mets.read(file);
            Files.delete(file);
            Files.delete(folder);
            return mets;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> subset(Set<String> pages) {
        return METS.pageIds().stream().filter(pages::contains).toList();
    }

    @Provide
    Arbitrary<String> token() {
        Arbitrary<Integer> page = Arbitraries.integers().between(1, PAGES);
        Arbitrary<String> id = page.map("P%04d"::formatted);
        Arbitrary<String> order = page.map(String::valueOf);
        Arbitrary<String> range = page.flatMap(
                from -> Arbitraries.integers().between(from, PAGES + 10).map(to -> "P%04d..P%04d".formatted(from, to)));
        Arbitrary<String> regex = Arbitraries.of("//P000.", "//.*1", "//P00[12]\\d", "//.*");
        Arbitrary<String> prefixed = page.map(number -> "physical:order:" + number);
        return Arbitraries.oneOf(id, order, range, regex, prefixed);
    }

    /** Most of these are no expressions, and some just miss being one. */
    @Provide
    Arbitrary<String> anything() {
        Arbitrary<String> parts = Arbitraries.of(
                "P0001",
                "1",
                "..",
                ",",
                "~",
                "//",
                "physical:",
                "logical:",
                "order:",
                "type:",
                "(",
                "[",
                "*",
                "\\",
                "{9}",
                " ",
                "P",
                "0",
                "\u0000",
                "ä");
        return Arbitraries.oneOf(parts.list().ofMaxSize(8).map(list -> String.join("", list)), Arbitraries.strings());
    }

    @Property
    void selectsInDocumentOrderWithoutRepeats(@ForAll @Size(min = 1, max = 5) List<@From("token") String> tokens) {
        List<String> selected = METS.expandPages(String.join(",", tokens));
        assertThat(selected).isNotEmpty().isEqualTo(subset(Set.copyOf(selected)));
    }

    @Property
    void unitesTheTokens(@ForAll @Size(min = 1, max = 5) List<@From("token") String> tokens) {
        Set<String> union = new LinkedHashSet<>();
        tokens.forEach(token -> union.addAll(METS.expandPages(token)));
        assertThat(METS.expandPages(String.join(",", tokens))).isEqualTo(subset(union));
    }

    @Property
    void complementsByNegation(@ForAll("token") String token) {
        String negated = token.startsWith("physical:order:")
                ? token.replace("physical:order:", "physical:order:~")
                : "~" + token;
        Set<String> rest = new LinkedHashSet<>(METS.pageIds());
        METS.expandPages(token).forEach(rest::remove);
        if (rest.isEmpty()) {
            assertThatCode(() -> METS.expandPages(negated)).isInstanceOf(PageExpressionException.class);
        } else {
            assertThat(METS.expandPages(negated)).isEqualTo(List.copyOf(rest));
        }
    }

    @Property
    void takesAwayWhatIsNegatedWhereverItStands(@ForAll("token") String token, @ForAll("token") String other) {
        Set<String> rest = new LinkedHashSet<>(METS.expandPages(token));
        String away = other.startsWith("physical:") ? other.replace("order:", "order:~") : "~" + other;
        METS.expandPages(other).forEach(rest::remove);
        for (String expression : List.of(token + "," + away, away + "," + token)) {
            if (rest.isEmpty()) {
                assertThatCode(() -> METS.expandPages(expression)).isInstanceOf(PageExpressionException.class);
            } else {
                assertThat(METS.expandPages(expression)).isEqualTo(List.copyOf(rest));
            }
        }
    }

    @Property
    void takesARangeAsAPieceOfTheBook(
            @ForAll @IntRange(min = 1, max = PAGES) int one, @ForAll @IntRange(min = 1, max = PAGES) int other) {
        int from = Math.min(one, other);
        int to = Math.max(one, other);
        List<String> piece = METS.pageIds().subList(from - 1, to);
        assertThat(METS.expandPages("P%04d..P%04d".formatted(from, to))).isEqualTo(piece);
        assertThat(METS.expandPages(from + ".." + to)).isEqualTo(piece);
        List<String> each = new ArrayList<>(piece);
        assertThat(METS.expandPages(String.join(",", each.reversed()))).isEqualTo(piece);
    }

    @Property(tries = 5_000)
    void answersAnyTextWithPagesOrItsOwnException(@ForAll("anything") String text) {
        try {
            assertThat(METS.pageIds()).containsAll(METS.expandPages(text));
        } catch (PageExpressionException e) {
            assertThat(e.getMessage()).startsWith("Expected ");
        }
    }
}
