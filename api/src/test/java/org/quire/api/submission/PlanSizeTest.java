package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quire.api.TestProperties;
import org.quire.api.script.ProcessorTask;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.workspace.WorkspaceRef;

class PlanSizeTest {

    private final Random random = new Random(11);

    private List<String> faults(int steps, Parameters parameters, List<String> pages, int unitSize) {
        var task = new ProcessorTask(1, "ocrd-x", List.of("A"), List.of("B"), parameters);
        var step = new PlannedStep("ocrd-x", List.of("A"), List.of("B"), parameters, Duration.ofMinutes(1));
        var plan = new RunPlan(
                new RunId("r"),
                RunPlan.Kind.WORKFLOW,
                new WorkspaceRef("/books/x/mets.xml"),
                Collections.nCopies(steps, step),
                new PageUnits(pages, unitSize, true),
                "",
                unitSize == 1,
                List.of(),
                TestProperties.with("quire.max-in-flight", "200").runOptions(false, null, null),
                null,
                Instant.EPOCH);
        return PlanSize.faults(plan, Collections.nCopies(steps, task)).stream()
                .map(Fault::message)
                .toList();
    }

    private static List<String> pages(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(page -> "PHYS_%06d".formatted(page))
                .toList();
    }

    private Parameters noise(int length) {
        var text = new StringBuilder();
        random.ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
        return new Parameters(JsonNodeFactory.instance.objectNode().put("x", text.toString()));
    }

    @Test
    void twentyThousandPagesAndFiftyStepsAreNoTrouble() {
        assertThat(faults(50, noise(1_000), pages(20_000), 1)).isEmpty();
    }

    @Test
    void twentyThousandPagesWithIdsOfChanceAreNoTrouble() {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 20_000; i++) {
            ids.add(new UUID(random.nextLong(), random.nextLong()).toString());
        }
        assertThat(faults(5, Parameters.NONE, ids, 1)).isEmpty();
    }

    @Test
    void moreJobsThanAnAnswerCanNameAreRefused() {
        assertThat(faults(51, Parameters.NONE, pages(20_000), 1))
                .singleElement()
                .asString()
                .contains("1020000");
    }

    @Test
    void parametersThatAllJobsOfOneDecisionTogetherCannotHaveAreRefused() {
        assertThat(faults(1, noise(14_000), pages(200), 1)).isEmpty();
        assertThat(faults(1, noise(16_000), pages(200), 1))
                .singleElement()
                .asString()
                .startsWith("Line 1: ocrd-x: expected parameters of at most 15000 bytes")
                .contains("page_step");
        assertThat(faults(1, noise(16_000), pages(200), 2)).isEmpty();
    }

    @Test
    void parametersThatNoCommandTakesAreRefused() {
        assertThat(faults(1, noise(131_000), pages(3), 3)).isEmpty();
        assertThat(faults(1, noise(132_000), pages(3), 3))
                .singleElement()
                .asString()
                .contains("131071 bytes");
    }

    @Test
    void aPlanThatIsTooLargeForTemporalIsRefused() {
        assertThat(faults(40, noise(130_000), pages(3), 3))
                .singleElement()
                .asString()
                .contains("1500000 bytes when compressed");
    }
}
