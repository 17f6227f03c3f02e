package org.quire.cli.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporal servers of an earlier Quire that still have a database open. They are known by their command line, which no crash can
 * leave out of date as it can a file with a process id.
 */
final class LeftOverEngines {

    private static final Logger LOG = LoggerFactory.getLogger(LeftOverEngines.class);

    private LeftOverEngines() {}

    /** Ends all servers of this database: SIGTERM, and SIGKILL after the given time. The caller holds the data folder's lock. */
    static void end(Path database, Duration patience) {
        for (ProcessHandle server : of(database)) {
            LOG.warn("A Temporal server of an earlier Quire (process {}) still runs and is ended", server.pid());
            server.destroy();
            await(server, patience);
            if (server.isAlive()) {
                server.destroyForcibly();
                await(server, patience);
            }
        }
    }

    static List<ProcessHandle> of(Path database) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(Arrays::asList)
                        .filter(arguments -> arguments.contains("start-dev") && arguments.contains(database.toString()))
                        .isPresent())
                .toList();
    }

    private static void await(ProcessHandle process, Duration patience) {
        CompletableFuture<ProcessHandle> end = process.onExit();
        try {
            end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Process {} goes on after {} s", process.pid(), patience.toSeconds());
        } catch (ExecutionException e) {
            throw new EngineException("The Temporal server " + process.pid() + " could not be ended.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("Interrupted while an earlier Temporal server was ended.", e);
        }
    }
}
