package org.quire.workflows.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.workspace.WorkspaceRef;

/** Plans for tests, with steps written as {@code IN,IN2->OUT}; step 1 is done by {@code ocrd-step1}. */
final class Plans {

    static final WorkspaceRef WORKSPACE = new WorkspaceRef("/data/book/mets.xml");

    private Plans() {}

    static RunPlan of(String runId, int pages, RunOptions options, String... steps) {
        return of(runId, units(pages, 1), options, steps);
    }

    static RunPlan of(String runId, PageUnits units, RunOptions options, String... steps) {
        return new RunPlan(
                new RunId(runId),
                RunPlan.Kind.WORKFLOW,
                WORKSPACE,
                steps(steps),
                units,
                "",
                true,
                List.of(),
                options,
                null,
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** The same plan with other agents, one for each step. */
    static RunPlan with(RunPlan plan, Agent... agents) {
        return with(plan, Duration.ofMinutes(5), agents);
    }

    static RunPlan with(RunPlan plan, Duration timeout, Agent... agents) {
        List<PlannedStep> steps = IntStream.range(0, agents.length)
                .mapToObj(i -> {
                    PlannedStep step = plan.steps().get(i);
                    return new PlannedStep(
                            step.processor(),
                            step.inputGroups(),
                            step.outputGroups(),
                            step.parameters(),
                            timeout,
                            agents[i]);
                })
                .toList();
        return new RunPlan(
                plan.runId(),
                plan.kind(),
                plan.workspace(),
                steps,
                plan.units(),
                plan.requestedPages(),
                plan.pageWise(),
                plan.dependsOn(),
                plan.options(),
                plan.description(),
                plan.submittedAt());
    }

    static PageUnits units(int pages, int unitSize) {
        return new PageUnits(
                IntStream.rangeClosed(1, pages)
                        .mapToObj(page -> "PHYS_%04d".formatted(page))
                        .toList(),
                unitSize,
                true);
    }

    static List<PlannedStep> steps(String... steps) {
        return IntStream.range(0, steps.length).mapToObj(i -> step(i, steps[i])).toList();
    }

    private static PlannedStep step(int index, String text) {
        String[] sides = text.split("->");
        return new PlannedStep(
                "ocrd-step" + (index + 1), groups(sides[0]), groups(sides[1]), Parameters.NONE, Duration.ofMinutes(5));
    }

    private static List<String> groups(String text) {
        return Arrays.stream(text.split(",")).map(String::strip).toList();
    }

    static RunOptions options(int maxInFlight) {
        return new RunOptions(false, maxInFlight, 3, Duration.ofSeconds(2), Duration.ofSeconds(1), null, null);
    }

    static RunOptions options(String jobUrl, String runUrl) {
        return new RunOptions(false, 100, 3, Duration.ofSeconds(2), Duration.ofSeconds(1), jobUrl, runUrl);
    }
}
