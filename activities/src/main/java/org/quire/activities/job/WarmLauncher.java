package org.quire.activities.job;

import java.io.IOException;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Pulse;
import org.quire.activities.warm.WarmJob;
import org.quire.activities.warm.WarmPool;

/** Runs the processor in a process that was kept alive. */
public final class WarmLauncher implements Launcher {

    private final ProcessorSetup setup;
    private final WarmPool pool;

    public WarmLauncher(ProcessorSetup setup, WarmPool pool) {
        this.setup = setup;
        this.pool = pool;
    }

    @Override
    public boolean isWarm() {
        return true;
    }

    @Override
    public Outcome launch(Launch launch, Pulse pulse) throws IOException, InterruptedException {
        var request = launch.request();
        var job = new WarmJob(
                request.jobId() + "-" + launch.attempt(),
                launch.sandbox().mets(),
                request.inputGroups(),
                request.outputGroups(),
                launch.pageId(),
                request.parameters(),
                request.overwrite(),
                launch.log().file(),
                launch.deadline(),
                request.stopGrace());
        return switch (pool.run(setup, job, pulse)) {
            case Outcome.Failed failed -> new Outcome.Failed(launch.log().explain(failed.reason()), failed.cost());
            case Outcome other -> other;
        };
    }
}
