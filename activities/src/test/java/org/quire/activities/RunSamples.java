package org.quire.activities;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunOptions;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.quire.workflows.workspace.WorkspaceRef;

/** Small runs for tests: one step, one page per unit. */
public final class RunSamples {

    private RunSamples() {}

    public static RunPlan plan(RunId run, WorkspaceRef workspace) {
        Duration minute = Duration.ofMinutes(1);
        return new RunPlan(
                run,
                RunPlan.Kind.WORKFLOW,
                workspace,
                List.of(new PlannedStep("ocrd-dummy", List.of("IMG"), List.of("BIN"), Parameters.NONE, minute)),
                new PageUnits(List.of("p1", "p2"), 1, true),
                "",
                true,
                List.of(),
                new RunOptions(false, 100, 3, minute, Duration.ofSeconds(10), null, null),
                "a sample",
                Instant.parse("2026-01-02T03:04:05.678Z"));
    }

    /** @param jobStates the letters of the states of the two jobs */
    public static RunReport report(RunId run, WorkspaceRef workspace, RunState state, String jobStates) {
        var failure = new RunStatus.Failure(new JobId(run, 0, 1), "ocrd-dummy", List.of("p2"), "it broke");
        return new RunReport(
                plan(run, workspace),
                new RunStatus(run, state, null, List.of(jobStates), List.of(failure)),
                Instant.parse("2026-01-02T03:04:06Z"),
                Instant.parse("2026-01-02T03:05:06Z"));
    }
}
