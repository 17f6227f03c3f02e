package org.quire.workflows.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a run is executed; filled from the configuration and the request when it is submitted.
 *
 * @param overwrite whether files of the output groups may be replaced
 * @param maxInFlight most jobs handed to Temporal at once; 1 to 1,900 (Temporal's own limit is 2,000)
 * @param maxAttempts attempts of a job whose worker or process was lost
 * @param heartbeatTimeout after this silence a worker counts as lost
 * @param stopGrace time between SIGTERM and SIGKILL when a run is stopped
 * @param callbackUrl told when each job ends; null: nobody
 * @param workflowCallbackUrl told when the run ends; null: nobody
 */
public record RunOptions(
        boolean overwrite,
        int maxInFlight,
        int maxAttempts,
        Duration heartbeatTimeout,
        Duration stopGrace,
        @Nullable String callbackUrl,
        @Nullable String workflowCallbackUrl) {}
