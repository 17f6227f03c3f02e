package org.quire.activities.job;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.quire.activities.process.ExitCode;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.ProcessGroup;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Pulse;
import org.quire.activities.process.Stragglers;
import org.quire.activities.process.UsageMeter;

/** Runs the processor's executable as a new process each time, which works with every processor. */
public final class ColdLauncher implements Launcher {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final File NULL_DEVICE = new File("/dev/null");

    private final ProcessorSetup setup;

    public ColdLauncher(ProcessorSetup setup) {
        this.setup = setup;
    }

    @Override
    public boolean isWarm() {
        return false;
    }

    @Override
    public Outcome launch(Launch launch, Pulse pulse) throws IOException, InterruptedException {
        var builder = builder(launch);
        pulse.mustStillCount();
        var group = ProcessGroup.start(builder);
        var meter = new UsageMeter(group.pid());
        Optional<ExitCode> code = Optional.empty();
        try {
            pulse.mustStillCount();
            while (!group.waitFor(TICK) && !launch.deadline().isOver()) {
                meter.sample();
                pulse.beat();
            }
            code = group.exitCode();
        } finally {
            // Also after a good end: a child that was left behind, in its own session perhaps, must not write into what
            // is being
            // published.
            group.end(launch.request().stopGrace());
            Stragglers.kill(launch.sandbox().directory());
        }
        return code.isPresent() ? outcome(launch, code.get(), meter.cost()) : new Outcome.TimedOut(meter.cost());
    }

    private static Outcome outcome(Launch launch, ExitCode code, Outcome.Cost cost) throws IOException {
        if (code.isSuccess()) {
            return new Outcome.Succeeded(cost);
        }
        if (code.isSignal()) {
            return new Outcome.Lost("The process was ended by " + code + ".");
        }
        String words = launch.log().lastWords().map(line -> ": " + line).orElse(", and its log is empty");
        return new Outcome.Failed(code + words, cost);
    }

    private ProcessBuilder builder(Launch launch) {
        var builder = setup.command(CommandLine.of(setup.executable().toString(), launch.request(), launch.sandbox())
                        .toArray(String[]::new))
                .directory(launch.sandbox().directory().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(NULL_DEVICE))
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(launch.log().file().toFile()));
        builder.environment().put(Stragglers.MARK, launch.sandbox().directory().toString());
        return builder;
    }
}
