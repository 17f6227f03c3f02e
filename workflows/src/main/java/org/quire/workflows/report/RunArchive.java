package org.quire.workflows.report;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Keeps the report of an ended run and removes the run's leftovers from its workspace. Repeating a call changes nothing. */
@ActivityInterface
public interface RunArchive {

    @ActivityMethod(name = "ArchiveRun")
    void archive(RunReport report);
}
