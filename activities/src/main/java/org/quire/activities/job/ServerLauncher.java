package org.quire.activities.job;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quire.activities.process.Deadline;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.Pulse;
import org.quire.activities.server.ForwardedJob;
import org.quire.activities.server.ProcessorServer;
import org.quire.activities.server.ServerDatabase;
import org.quire.activities.server.ServerPool;

/**
 * Has a Processor Server run the processor, on the same file system. Such a server can't be told to end a job: one that is stopped or
 * over its time is left alone with a sandbox that is gone, and the server is busy until it has noticed.
 */
public final class ServerLauncher implements Launcher {

    private static final long TICK_MILLIS = 200;

    private final ServerPool servers;
    private final ServerDatabase database;
    private final Duration patience;

    /** @param patience how long to wait for a server that is down before the attempt counts as lost */
    public ServerLauncher(ServerPool servers, ServerDatabase database, Duration patience) {
        this.servers = servers;
        this.database = database;
        this.patience = patience;
    }

    @Override
    public boolean isWarm() {
        return false;
    }

    @Override
    public Outcome launch(Launch launch, Pulse pulse) throws IOException, InterruptedException {
        Optional<ProcessorServer> server = await(launch.deadline(), pulse);
        if (server.isEmpty()) {
            return new Outcome.Lost("No Processor Server of " + launch.request().processor() + " takes connections.");
        }
        try {
            return follow(launch, server.get(), pulse);
        } finally {
            servers.give(server.get());
        }
    }

    private Optional<ProcessorServer> await(Deadline deadline, Pulse pulse) throws InterruptedException {
        var patient = Deadline.in(patience);
        Optional<ProcessorServer> server = servers.take();
        while (server.isEmpty() && !patient.isOver() && !deadline.isOver()) {
            pulse.beat();
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            server = servers.take();
        }
        return server;
    }

    private Outcome follow(Launch launch, ProcessorServer server, Pulse pulse)
            throws IOException, InterruptedException {
        pulse.mustStillCount();
        launch.log().append("=== forwarded to " + server.url());
        try (var job = ForwardedJob.send(
                server, database, launch.request(), launch.sandbox().mets(), launch.pageId())) {
            Optional<Outcome> end = Optional.empty();
            while (end.isEmpty() && !launch.deadline().isOver()) {
                pulse.beat();
                end = job.end(TICK_MILLIS);
            }
            Optional<String> log = end.isPresent() ? job.log() : Optional.empty();
            if (log.isPresent()) {
                launch.log().append(log.get().stripTrailing());
            }
            return explained(launch, end.orElseGet(() -> new Outcome.TimedOut(Outcome.Cost.UNKNOWN)), log.isPresent());
        }
    }

    private static Outcome explained(Launch launch, Outcome outcome, boolean hasLog) throws IOException {
        if (outcome instanceof Outcome.Failed failed && hasLog) {
            String words = launch.log().lastWords().map(line -> ": " + line).orElse("");
            return new Outcome.Failed(failed.reason() + words, failed.cost());
        }
        return outcome;
    }
}
