package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;

/** Requests that are refused: nothing is started, locked or written for them. */
@ExtendWith(RequiresRealEngine.class)
class RefusalTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            empty script                    |                                                          |           | 422 | workflow
            unparsable script               | dummy -I OCR-D-IMG -O OUT -g PHYS_0001                   |           | 422 | -g
            input group not in the METS     | dummy -I OCR-D-GONE -O OUT                               |           | 422 | OCR-D-GONE
            processor without a live worker | nobody-has-this -I OCR-D-IMG -O OUT                      |           | 406 | ocrd-nobody-has-this
            unknown parameter               | dummy -I OCR-D-IMG -O OUT -P no_such_parameter 1         |           | 400 | no_such_parameter
            output group with files         | dummy -I OCR-D-IMG -O OCR-D-IMG                          |           | 422 | OCR-D-IMG
            unknown page                    | dummy -I OCR-D-IMG -O OUT                                | PHYS_9999 | 422 | PHYS_9999
            """)
    void refusesAndLeavesNothing(
            String what, String script, String pages, int status, String named, QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("refused-" + what.replace(' ', '-')), 2);
        Map<String, String> before = book.content();
        List<String> runs = quire.client().runIds();

        HttpResponse<String> answer = quire.client()
                .trySubmit(
                        book.mets().toString(),
                        script == null ? "" : script,
                        Map.of("page_wise", "True", "page_id", pages == null ? "" : pages));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).containsIgnoringCase(named);
        assertNothingHappened(quire, book, before, runs);
    }

    @Test
    void refusesAMetsThatIsNotThereOrOutsideTheWorkspaces(QuireSystem quire) {
        Book outside = Book.generated(quire.scratch("outside"), 1);
        Path missing = quire.workspaces().resolve("nothing-here/mets.xml");

        assertThat(quire.client()
                        .trySubmit(missing.toString(), "dummy -I OCR-D-IMG -O OUT", Map.of())
                        .statusCode())
                .isEqualTo(404);
        assertThat(quire.client()
                        .trySubmit(outside.mets().toString(), "dummy -I OCR-D-IMG -O OUT", Map.of())
                        .statusCode())
                .isEqualTo(403);
        assertThat(outside.filesIn("OUT")).isEmpty();
    }

    @Test
    void namesAllFaultsInOneAnswer(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("refused-for-many"), 1);
        Map<String, String> before = book.content();
        List<String> runs = quire.client().runIds();

        HttpResponse<String> answer =
                quire.client().trySubmit(book.mets().toString(), """
                dummy -I OCR-D-GONE -O ONE -P no_such_parameter 1
                nobody-has-this -I ONE -O TWO
                """, Map.of("page_wise", "True"));

        assertThat(answer.statusCode()).isBetween(400, 422);
        assertThat(answer.body()).contains("OCR-D-GONE", "no_such_parameter", "ocrd-nobody-has-this");
        assertNothingHappened(quire, book, before, runs);
    }

    private static void assertNothingHappened(
            QuireSystem quire, Book book, Map<String, String> before, List<String> runs) {
        assertThat(book.content()).isEqualTo(before);
        assertThat(book.folder().resolve(".quire")).doesNotExist();
        assertThat(quire.client().runIds()).containsExactlyInAnyOrderElementsOf(runs);
        assertThat(quire.client().locks(book.mets())).isEmpty();
    }
}
