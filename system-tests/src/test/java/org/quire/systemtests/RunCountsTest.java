package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;

/** What the server says of a run that has ended. */
@ExtendWith(RequiresRealEngine.class)
class RunCountsTest {

    @Test
    void countsEveryPageOfEveryStepOnce(QuireSystem quire) {
        Book book = Book.generated(quire.workspaces().resolve("counted"), 25);

        JsonNode submitted = quire.client().submit(book.mets(), """
                dummy -I OCR-D-IMG -O ONE
                dummy -I ONE -O TWO
                dummy -I TWO -O THREE
                """, Map.of("page_wise", "True"));
        String run = submitted.get("job_id").asText();
        quire.client().awaitSuccess(run, Duration.ofMinutes(2));

        assertThat(submitted.get("processing_job_ids").properties())
                .hasSize(25)
                .allSatisfy(page -> assertThat(page.getValue()).hasSize(3));
        assertThat(quire.client().get("/workflow/job/" + run).body()).isEqualTo("{\"ocrd-dummy\":{\"SUCCESS\":75}}");
        assertThat(quire.client().get("/workflow/job-simple/" + run).body()).isEqualTo("{\"state\":\"SUCCESS\"}");
        assertThat(quire.client().run(run).get("steps"))
                .hasSize(3)
                .allSatisfy(
                        step -> assertThat(step.at("/counts/SUCCESS").asInt()).isEqualTo(25));
        var mets = MetsDocument.read(book.mets());
        for (String group : new String[] {"ONE", "TWO", "THREE"}) {
            assertThat(mets.files(group).stream()
                            .map(file -> file.pages().getFirst())
                            .distinct())
                    .as(group)
                    .containsExactlyInAnyOrderElementsOf(mets.pages());
        }
        String firstJob = submitted.at("/processing_job_ids/PHYS_0001/0").asText();
        assertThat(quire.client().jobLog(firstJob)).isNotBlank();
    }
}
