package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The failures of a run, in order of arrival. The first {@value #KEPT} are kept; job states tell of the others. */
final class FailureLog {

    static final int KEPT = 1_000;

    /** Characters of a reason that are kept: enough for an error and the last lines of a log. */
    static final int REASON_LENGTH = 1_000;

    private final List<RunStatus.Failure> failures;

    FailureLog(List<RunStatus.Failure> earlier) {
        failures = new ArrayList<>(earlier);
    }

    void add(RunStatus.Failure failure) {
        if (failures.size() < KEPT) {
            failures.add(new RunStatus.Failure(
                    failure.jobId(), failure.processor(), failure.pages(), shortened(failure.reason())));
        }
    }

    private static String shortened(String reason) {
        return reason.length() <= REASON_LENGTH ? reason : reason.substring(0, REASON_LENGTH - 1) + "…";
    }

    List<RunStatus.Failure> kept() {
        return Collections.unmodifiableList(failures);
    }
}
