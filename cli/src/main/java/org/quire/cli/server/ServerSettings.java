package org.quire.cli.server;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.cli.engine.EngineChoice;

/**
 * What an all-in-one server is told by its caller; everything else comes from Spring's properties ({@code QUIRE_…}).
 *
 * @param host the interface to listen on; null: as configured, else loopback
 * @param port the port to listen on, 0 for a free one; null: as configured, else 8000
 * @param dataDir one server at a time may use it
 * @param workspaces folders that workspaces must lie under; empty: as configured
 * @param workspacesDefault where nothing is configured
 * @param processors folders with processors; empty: as configured
 * @param workerConfig settings for each processor; null: as configured
 * @param quiet whether the log goes to a file in the data folder and not to the console
 */
public record ServerSettings(
        @Nullable String host,
        @Nullable Integer port,
        Path dataDir,
        List<Path> workspaces,
        Path workspacesDefault,
        List<Path> processors,
        @Nullable Path workerConfig,
        EngineChoice engine,
        boolean quiet) {

    public ServerSettings {
        workspaces = List.copyOf(workspaces);
        processors = List.copyOf(processors);
    }
}
