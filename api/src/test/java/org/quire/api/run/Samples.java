package org.quire.api.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quire.api.TestProperties;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.quire.workflows.workspace.WorkspaceRef;

/** Plans and statuses of runs: two dummy steps over three pages. */
public final class Samples {

    public static final Instant SUBMITTED = Instant.parse("2026-03-01T12:00:00Z");

    private Samples() {}

    /** @param unitSize pages per unit; page-wise if 1 */
    public static RunPlan plan(String id, int unitSize) {
        return plan(id, unitSize, "/books/kant/mets.xml");
    }

    public static RunPlan plan(String id, int unitSize, String metsPath) {
        return new RunPlan(
                new RunId(id),
                RunPlan.Kind.WORKFLOW,
                new WorkspaceRef(metsPath),
                List.of(step("IMG", "BIN"), step("BIN", "OCR")),
                new PageUnits(List.of("P1", "P2", "P3"), unitSize, true),
                "P1..P3",
                unitSize == 1,
                List.of(),
                TestProperties.with().runOptions(false, null, null),
                null,
                SUBMITTED);
    }

    /** Of a request for one processor on all pages. */
    static RunPlan singleStepPlan(String id, List<String> dependsOn) {
        RunPlan plan = plan(id, 3);
        return new RunPlan(
                plan.runId(),
                RunPlan.Kind.PROCESSOR,
                plan.workspace(),
                plan.steps().subList(0, 1),
                plan.units(),
                "",
                false,
                dependsOn,
                plan.options(),
                null,
                plan.submittedAt());
    }

    /** One job on one page, handed out. */
    static RunPlan externalPlan(String id) {
        return new RunPlan(
                new RunId(id),
                RunPlan.Kind.PROCESSOR,
                new WorkspaceRef("/books/kant/mets.xml"),
                List.of(new PlannedStep(
                        "ocrd-far",
                        List.of("IMG"),
                        List.of("OUT"),
                        new Parameters(JsonNodeFactory.instance.objectNode()),
                        Duration.ofHours(5),
                        Agent.EXTERNAL)),
                new PageUnits(List.of("P1"), 1, true),
                "",
                true,
                List.of(),
                TestProperties.with().runOptions(false, null, null),
                null,
                SUBMITTED);
    }

    private static PlannedStep step(String input, String output) {
        return new PlannedStep(
                "ocrd-dummy",
                List.of(input),
                List.of(output),
                new Parameters(JsonNodeFactory.instance.objectNode()),
                Duration.ofMinutes(5));
    }

    public static RunStatus status(RunPlan plan, RunState state, String... jobStates) {
        return new RunStatus(plan.runId(), state, null, Arrays.asList(jobStates), List.of());
    }

    /** @param endedAt null: it goes on */
    public static RunSnapshot snapshot(RunPlan plan, @Nullable Instant endedAt, RunState state, String... jobStates) {
        return new RunSnapshot(plan, status(plan, state, jobStates), Map.of(), SUBMITTED, endedAt);
    }

    /** The same run, one of whose jobs a worker has. */
    public static RunSnapshot withRunning(RunSnapshot run, int step, int unit) {
        return withJob(run, step, unit, true);
    }

    /** The same run, one of whose jobs waits for its second attempt. */
    static RunSnapshot withLostAttempt(RunSnapshot run, int step, int unit) {
        return withJob(run, step, unit, false);
    }

    private static RunSnapshot withJob(RunSnapshot run, int step, int unit, boolean running) {
        var id = new JobId(run.plan().runId(), step, unit);
        return new RunSnapshot(
                run.plan(),
                run.status(),
                Map.of(id, new RunSnapshot.JobInHand(id, running, 2, "host-1", "lost")),
                run.startedAt(),
                run.endedAt());
    }
}
