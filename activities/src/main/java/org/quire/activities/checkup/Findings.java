package org.quire.activities.checkup;

import java.util.ArrayList;
import java.util.List;
import org.quire.workflows.checkup.CheckupReport;
import org.quire.workflows.checkup.Finding;
import org.quire.workflows.checkup.Finding.Kind;
import org.quire.workflows.checkup.Finding.Standing;

/** What was found so far. */
final class Findings {

    private final List<Finding> findings = new ArrayList<>();
    private int more;

    void add(Kind kind, String subject, String problem, String remedy, Standing standing) {
        if (findings.size() < CheckupReport.MOST) {
            findings.add(new Finding(kind, subject, problem, remedy, standing));
        } else {
            more++;
        }
    }

    CheckupReport report(int workspaces, int runs, long files) {
        return new CheckupReport(workspaces, runs, files, findings, more);
    }
}
