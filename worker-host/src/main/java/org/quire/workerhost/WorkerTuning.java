package org.quire.workerhost;

import io.temporal.worker.WorkerOptions;
import java.time.Duration;

/** Sizes of workers, so that fifty queues on one machine cost little and the engine's own queue stays quick. */
final class WorkerTuning {

    /** Replaying a run of 20,000 pages on a busy machine takes longer than the SDK's second, and is no deadlock. */
    private static final Duration DEADLOCK_AFTER = Duration.ofSeconds(20);

    /** A stop reaches a job with the answer to a heartbeat, so heartbeats are not held back for long. */
    private static final Duration HEARTBEAT_AT_LEAST = Duration.ofSeconds(1);

    private static final int ENGINE_WORKFLOW_POLLERS = 4;
    private static final int ENGINE_ACTIVITY_POLLERS = 3;
    private static final int ENGINE_ACTIVITIES_AT_ONCE = 32;
    private static final int THREADS_PER_WORKFLOW = 4;

    private WorkerTuning() {}

    static WorkerOptions engine(HostName host) {
        return WorkerOptions.newBuilder()
                .setIdentity(host.value())
                .setMaxConcurrentWorkflowTaskPollers(ENGINE_WORKFLOW_POLLERS)
                .setMaxConcurrentActivityTaskPollers(ENGINE_ACTIVITY_POLLERS)
                .setMaxConcurrentActivityExecutionSize(ENGINE_ACTIVITIES_AT_ONCE)
                .setMaxHeartbeatThrottleInterval(HEARTBEAT_AT_LEAST)
                .setDefaultDeadlockDetectionTimeout(DEADLOCK_AFTER.toMillis())
                .build();
    }

    /** One open poll for each queue: it is answered at once when there is work, and fifty of them are no load. */
    static WorkerOptions processor(HostName host, int instances) {
        return WorkerOptions.newBuilder()
                .setIdentity(host.value())
                .setMaxConcurrentActivityExecutionSize(instances)
                .setMaxConcurrentActivityTaskPollers(1)
                .setMaxHeartbeatThrottleInterval(HEARTBEAT_AT_LEAST)
                .setAllowActivityHeartbeatDuringShutdown(true)
                .build();
    }

    /** @param atOnce most jobs whose input files are fetched at once */
    static WorkerOptions fetch(HostName host, int atOnce) {
        return WorkerOptions.newBuilder()
                .setIdentity(host.value())
                .setMaxConcurrentActivityExecutionSize(atOnce)
                .setMaxConcurrentActivityTaskPollers(1)
                .setMaxHeartbeatThrottleInterval(HEARTBEAT_AT_LEAST)
                .build();
    }

    static int workflowThreads(int workflowCache) {
        return Math.max(workflowCache * THREADS_PER_WORKFLOW, 64);
    }
}
