package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables are what ocrd 3.13.3 answers for the same file, but where a comment says otherwise. */
class PageExpressionTest {

    @TempDir
    static Path folder;

    private static Mets book;

    @BeforeAll
    static void readBook() throws IOException {
        book = Mets.read(Samples.book(folder));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            PHYS_0003                              ; 3
            PHYS_0003,PHYS_0001                    ; 1 3
            PHYS_0001,PHYS_0001                    ; 1
            3                                      ; 3
            1..3                                   ; 1 2 3
            12..13                                 ; 2 3
            page 2                                 ; 2
            urn:page:2                             ; 2
            [blank]                                ; 3
            PHYS_0002..PHYS_0004                   ; 2 3 4
            PHYS_0005..PHYS_0009                   ; 5 6
            //PHYS_000[1-3]                        ; 1 2 3
            //.*                                   ; 1 2 3 4 5 6
            //\\d                                   ; 1 2 3 4 5 6
            //page .*                              ; 1 2
            //(?P<n>1)(?P=n)                       ; 1
            ~PHYS_0001                             ; 2 3 4 5 6
            ~PHYS_0001,~PHYS_0002..PHYS_0005       ; 6
            PHYS_0001..PHYS_0004,~3                ; 1 2 4
            physical:order:1                       ; 1
            physical:order:~1                      ; 2 3 4 5 6
            physical:14                            ; 4
            physical:label://\\[.*                  ; 3 4
            physical:label:[blank]                 ; 3
            physical:contentids:urn:page:1         ; 1
            LOG_0001                               ; 1 2
            chapter                                ; 1 2 3 4
            Two                                    ; 3 4
            DMD_2                                  ; 3 4
            logical:type:chapter                   ; 1 2 3 4
            logical:type:~chapter                  ; 5 6
            logical:id:LOG_0001..LOG_0002          ; 1 2 3 4
            logical:dmdid:DMD_1..DMD_2             ; 1 2 3 4
            logical:label://T.*                    ; 3 4
            logical:Names                          ; 6
            logical:LOG_0002,~PHYS_0004            ; 3
            """)
    void selectsAsOcrdDoes(String expression, String pages) {
        assertThat(numbers(expression)).isEqualTo(pages);
    }

    /** ocrd replaces every occurrence of the start number, and so misses A1_2. */
    @Test
    void countsTheLastNumberOfARangeOnly() {
        assertThat(numbers("A1_1..A1_2")).isEqualTo("5 6");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PHYS_9999",
                "~PHYS_9999",
                "PHYS_0000..PHYS_0002",
                "PHYS_0004..PHYS_0002",
                "~",
                "//",
                "//(",
                "logical:",
                "logical:type:",
                "logical:~type:chapter",
                "physical:~",
                "physical:~order:1",
                "physical:id:3",
                "physical:LOG_0001",
                "logical:PHYS_0001",
                "logical:type:chapter1..chapter2",
                "a..b",
                "1..",
                "..1",
                "..",
                "PHYS_0001..PAGE_0002",
                " PHYS_0001",
                // ocrd gives no page at all for the last two; a run over nothing is a mistake.
                "~//.*",
                "monograph"
            })
    void namesTheTokenThatIsMalformedOrMatchesNothing(String token) {
        assertThatThrownBy(() -> book.expandPages(token))
                .isInstanceOf(PageExpressionException.class)
                .hasMessageContaining("'" + token + "'");
        if (!token.startsWith("~//")) {
            assertThatThrownBy(() -> book.expandPages("PHYS_0001," + token))
                    .isInstanceOf(PageExpressionException.class)
                    .hasMessageContaining("'" + token + "'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PHYS_0001,", ",PHYS_0001", "PHYS_0001,,PHYS_0002", ","})
    void refusesEmptyTokens(String expression) {
        assertThatThrownBy(() -> book.expandPages(expression))
                .isInstanceOf(PageExpressionException.class)
                .hasMessageContaining("empty");
    }

    @Test
    void takesAllPagesForNoExpression() {
        assertThat(book.expandPages(null)).isEqualTo(book.pageIds());
        assertThat(book.expandPages(" ")).isEqualTo(book.pageIds());
    }

    @Test
    void boundsTheStepsOfARegularExpression() throws IOException {
        Path endless = Samples.of(
                folder,
                "<mets:structMap TYPE='PHYSICAL'><mets:div TYPE='physSequence'>" + "<mets:div TYPE='page' ID='"
                        + "a".repeat(64) + "b'/></mets:div></mets:structMap>");
        Mets mets = Mets.read(endless);
        assertThatThrownBy(() -> mets.expandPages("//(a+)+\\1(a+)+\\2c"))
                .isInstanceOf(PageExpressionException.class)
                .hasMessageContaining("too many steps");
    }

    private static String numbers(String expression) {
        return book.expandPages(expression).stream()
                .map(id -> String.valueOf(Integer.parseInt(id.substring("PHYS_".length()))))
                .collect(Collectors.joining(" "));
    }

    @Test
    void findsEachOfManyThousandPagesInAList(@TempDir Path large) throws IOException {
        Mets mets = Mets.read(Samples.pages(large, 20_000));
        String list =
                IntStream.rangeClosed(1, 20_000).mapToObj("P%04d"::formatted).collect(Collectors.joining(","));
        assertThat(mets.expandPages(list)).isEqualTo(mets.pageIds());
        assertThat(mets.expandPages("P0001..P99999999999999999999")).isEqualTo(mets.pageIds());
    }
}
