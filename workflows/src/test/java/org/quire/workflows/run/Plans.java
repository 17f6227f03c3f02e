package org.quire.workflows.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.workspace.WorkspaceRef;

/** Plans for tests. */
final class Plans {

    private Plans() {}

    static PlannedStep step(String processor, String inputs, String outputs) {
        return new PlannedStep(
                processor,
                List.of(inputs.split(",")),
                List.of(outputs.split(",")),
                Parameters.NONE,
                Duration.ofMinutes(5));
    }

    static RunPlan plan(String id, int pages, PlannedStep... steps) {
        return plan(id, pages, 1, 200, steps);
    }

    static RunPlan plan(String id, int pages, int unitSize, int maxInFlight, PlannedStep... steps) {
        List<String> ids = IntStream.rangeClosed(1, pages)
                .mapToObj(n -> "P%05d".formatted(n))
                .toList();
        return new RunPlan(
                new RunId(id),
                RunPlan.Kind.WORKFLOW,
                new WorkspaceRef("/books/one/mets.xml"),
                List.of(steps),
                new PageUnits(ids, unitSize, true),
                "",
                true,
                List.of(),
                new RunOptions(false, maxInFlight, 3, Duration.ofSeconds(10), Duration.ofSeconds(3), null, null),
                null,
                Instant.parse("2026-01-01T00:00:00Z"));
    }
}
