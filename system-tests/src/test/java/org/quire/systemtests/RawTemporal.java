package org.quire.systemtests;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The yardstick: how many activities that do nothing a Temporal server carries out for one workflow. */
final class RawTemporal {

    private static final String QUEUE = "bench-raw";

    private RawTemporal() {}

    @ActivityInterface
    public interface Nothing {
        void nothing();
    }

    @WorkflowInterface
    public interface NothingMuch {
        /** @param count activities altogether */
        @WorkflowMethod
        void run(int count);
    }

    /** All activities are scheduled at once; the worker's slots say how many run. */
    public static final class NothingMuchImpl implements NothingMuch {
        @Override
        public void run(int count) {
            var activity = Workflow.newActivityStub(
                    Nothing.class,
                    ActivityOptions.newBuilder()
                            .setStartToCloseTimeout(Duration.ofMinutes(1))
                            .setTaskQueue(QUEUE)
                            .build());
            List<Promise<Void>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                running.add(Async.procedure(activity::nothing));
            }
            Promise.allOf(running).get();
        }
    }

    /** @param atOnce activities that may run at the same time */
    static double activitiesPerSecond(String target, int count, int atOnce) {
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
        WorkflowClient client = WorkflowClient.newInstance(stubs);
        WorkerFactory factory = WorkerFactory.newInstance(client);
        var worker = factory.newWorker(
                QUEUE,
                WorkerOptions.newBuilder()
                        .setMaxConcurrentActivityExecutionSize(atOnce)
                        .build());
        worker.registerWorkflowImplementationTypes(NothingMuchImpl.class);
        worker.registerActivitiesImplementations((Nothing) () -> {});
        factory.start();
        try {
            run(client, 20);
            long start = System.nanoTime();
            run(client, count);
            return count / ((System.nanoTime() - start) / 1e9);
        } finally {
            factory.shutdownNow();
            stubs.shutdownNow();
        }
    }

    private static void run(WorkflowClient client, int count) {
        client.newWorkflowStub(
                        NothingMuch.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(QUEUE)
                                .setWorkflowId("bench-raw-" + UUID.randomUUID())
                                .build())
                .run(count);
    }
}
