package org.quire.workflows.report;

import java.time.Instant;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunStatus;

/** The whole of an ended run, kept in the data folder so that answers outlive Temporal's retention. */
public record RunReport(RunPlan plan, RunStatus status, Instant startedAt, Instant endedAt) {}
