package org.quire.activities.job;

import java.io.IOException;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.Pulse;

/** One way to run a processor in a sandbox. When it returns or throws, no process of this machine works in the sandbox any more. */
public sealed interface Launcher permits ColdLauncher, WarmLauncher, ServerLauncher {

    boolean isWarm();

    Outcome launch(Launch launch, Pulse pulse) throws IOException, InterruptedException;
}
