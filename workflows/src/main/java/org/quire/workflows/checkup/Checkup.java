package org.quire.workflows.checkup;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Compares runs, locks, reports, {@code .quire} folders and METS with each other and with the disk. Repeating it is safe. */
@ActivityInterface
public interface Checkup {

    @ActivityMethod(name = "ExamineEverything")
    CheckupReport examine(CheckupScope scope);
}
