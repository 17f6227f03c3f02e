package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;

/** {@code GET /processor} names what can be used now. */
@ExtendWith(RequiresRealEngine.class)
class ProcessorListTest {

    private static final Duration GONE_WITHIN = Duration.ofSeconds(60);
    private static final Duration LONGEST_START = Duration.ofSeconds(180);

    @Test
    void processorsAreSortedAndUniqueAndGoneSoonAfterTheirHostWasKilled(QuireSystem quire) {
        assertThat(quire.client().processors())
                .contains("ocrd-dummy", "ocrd-tesserocr-recognize")
                .isSorted()
                .doesNotHaveDuplicates();

        quire.killWorkerHost();
        await("the killed host's processors are gone")
                .atMost(GONE_WITHIN)
                .until(() -> quire.client().processors().isEmpty());

        quire.startWorkerHost();
        await("the new host's processors are there")
                .atMost(LONGEST_START)
                .until(() -> quire.client().processors().contains("ocrd-dummy"));
    }
}
