package org.quire.api.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunOptions;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the REST server can be told; each is also an environment variable ({@code QUIRE_…}).
 *
 * @param dataDir where scripts, logs, reports and the list of workers lie; the worker hosts must use the same
 * @param workspaces folders that workspaces must lie under; none: every workspace is refused
 * @param pageWiseDefault whether a run that doesn't say is page-wise
 * @param maxInFlight most jobs of a run handed to Temporal at once, 1 to 1,900
 * @param maxAttempts attempts of a job whose worker or process was lost, at least 1
 * @param heartbeatTimeout after this silence a worker counts as lost; workers send every second
 * @param stopGrace time between SIGTERM and SIGKILL when a run is stopped
 * @param engineAnswer how long a request waits for Temporal while it is away, before it is answered with 503
 * @param maxRequestSize the largest body of a request
 * @param callbacks where callbacks may go
 * @param fetch how input files that have only a URL are fetched
 * @param webUiUrl address of the Temporal Web UI, for links; null: no links
 */
@ConfigurationProperties("quire")
public record ApiProperties(
        @Nullable Path dataDir,
        @DefaultValue List<Path> workspaces,
        @DefaultValue("true") boolean pageWiseDefault,
        @DefaultValue("200") int maxInFlight,
        @DefaultValue("3") int maxAttempts,
        @DefaultValue("10s") Duration heartbeatTimeout,
        @DefaultValue("2s") Duration stopGrace,
        @DefaultValue("8s") Duration engineAnswer,
        @DefaultValue("4MB") DataSize maxRequestSize,
        @DefaultValue Callbacks callbacks,
        @DefaultValue Fetch fetch,
        @Nullable URI webUiUrl) {

    /**
     * The allow-list of callback targets.
     *
     * @param allowed host names; {@code *} in one stands for any characters
     */
    public record Callbacks(
            @DefaultValue({"localhost", "127.0.0.1", "::1"}) List<String> allowed) {}

    /** @param attempts of fetching the input files of a job, at least 1; with up to a minute in between */
    public record Fetch(@DefaultValue("10") int attempts) {

        public Fetch {
            if (attempts < 1) {
                throw new IllegalArgumentException(
                        "Expected quire.fetch.attempts from 1 up, but got " + attempts + ".");
            }
        }
    }

    public ApiProperties {
        if (maxInFlight < 1 || maxInFlight > 1900) {
            throw new IllegalArgumentException(
                    "Expected quire.max-in-flight from 1 to 1900, but got " + maxInFlight + ".");
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("Expected quire.max-attempts from 1 up, but got " + maxAttempts + ".");
        }
        if (dataDir == null || dataDir.toString().isEmpty()) {
            dataDir = Path.of(System.getProperty("user.home"), ".local", "share", "quire");
        }
        workspaces = List.copyOf(workspaces);
    }

    /** The options of a new run. */
    public RunOptions runOptions(
            boolean overwrite, @Nullable String callbackUrl, @Nullable String workflowCallbackUrl) {
        return new RunOptions(
                overwrite, maxInFlight, maxAttempts, heartbeatTimeout, stopGrace, callbackUrl, workflowCallbackUrl);
    }
}
