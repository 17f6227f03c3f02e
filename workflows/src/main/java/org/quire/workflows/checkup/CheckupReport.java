package org.quire.workflows.checkup;

import java.util.List;

/**
 * What a checkup found.
 *
 * @param workspaces looked at
 * @param runs looked at
 * @param files named by the METS that were looked at
 * @param findings at most {@link #MOST}
 * @param more findings that were left out
 */
public record CheckupReport(int workspaces, int runs, long files, List<Finding> findings, int more) {

    /** So that a report stays far below Temporal's 2 MB. */
    public static final int MOST = 1_000;

    public CheckupReport {
        findings = List.copyOf(findings);
    }
}
