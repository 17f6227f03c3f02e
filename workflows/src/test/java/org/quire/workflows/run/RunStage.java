package org.quire.workflows.run;

import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.quire.workflows.callback.Callback;
import org.quire.workflows.callback.CallbackDelivery;
import org.quire.workflows.callback.CallbackWorkflowImpl;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.Agent;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.report.RunReport;

/** A Temporal test server with everything around a run played by fakes. */
final class RunStage implements AutoCloseable {

    private static final int PROCESSORS = 5;

    final TestWorkflowEnvironment environment;
    final FakeWorkspace workspace;
    final FakeProcessors processors = new FakeProcessors();
    final FakeProcessors servers = new FakeProcessors();
    final FakeOutside outside;
    final FakeFetch fetch = new FakeFetch();
    final List<Callback> callbacks = new CopyOnWriteArrayList<>();
    final List<RunReport> reports = new CopyOnWriteArrayList<>();
    volatile boolean receiverIsDead;

    RunStage(Class<? extends OcrRunWorkflow> implementation) {
        this(implementation, WorkerFactoryOptions.getDefaultInstance());
    }

    RunStage(Class<? extends OcrRunWorkflow> implementation, WorkerFactoryOptions workers) {
        this(
                TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                        .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                                .setDataConverter(QuireData.converter())
                                .build())
                        .setWorkerFactoryOptions(workers)
                        .build()),
                implementation);
    }

    private RunStage(TestWorkflowEnvironment environment, Class<? extends OcrRunWorkflow> implementation) {
        this.environment = environment;
        workspace = new FakeWorkspace(environment.getWorkflowClient());
        outside = new FakeOutside(environment.getWorkflowClient());
        Worker engine = environment.newWorker(TaskQueues.ENGINE);
        engine.registerWorkflowImplementationTypes(implementation, CallbackWorkflowImpl.class);
        engine.registerActivitiesImplementations(
                workspace, new Receiver(), new Archive(), (StartedJobs) run -> started(run));
        var options = WorkerOptions.newBuilder()
                .setMaxHeartbeatThrottleInterval(Duration.ofMillis(50))
                .setMaxConcurrentActivityExecutionSize(50)
                .build();
        for (int i = 1; i <= PROCESSORS; i++) {
            host(Agent.WORKER, i, options, processors);
            host(Agent.EXTERNAL, i, options, outside);
            host(Agent.SERVER, i, options, servers);
        }
        environment.newWorker(TaskQueues.FETCH, options).registerActivitiesImplementations(fetch);
        environment.start();
    }

    private void host(Agent agent, int step, WorkerOptions options, Object activities) {
        environment
                .newWorker(TaskQueues.of(agent, "ocrd-step" + step), options)
                .registerActivitiesImplementations(activities);
    }

    private final class Receiver implements CallbackDelivery {

        @Override
        public void post(Callback callback) {
            if (receiverIsDead) {
                throw new IllegalStateException("Expected a receiver, but nobody listens.");
            }
            callbacks.add(callback);
        }
    }

    private final class Archive implements RunArchive {

        @Override
        public void archive(RunReport report) {
            reports.add(report);
        }
    }

    private List<JobId> started(RunId run) {
        return processors.requests.stream()
                .map(JobRequest::jobId)
                .filter(job -> job.run().equals(run))
                .toList();
    }

    OcrRunWorkflow stub(RunPlan plan) {
        return environment
                .getWorkflowClient()
                .newWorkflowStub(
                        OcrRunWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(TaskQueues.ENGINE)
                                .setWorkflowId(plan.runId().workflowId())
                                .build());
    }

    /** For signals and queries of a run that was started, whichever execution it is in. */
    OcrRunWorkflow existing(RunPlan plan) {
        return environment
                .getWorkflowClient()
                .newWorkflowStub(OcrRunWorkflow.class, plan.runId().workflowId());
    }

    RunStatus run(RunPlan plan) {
        return stub(plan).run(RunInput.start(plan));
    }

    WorkflowStub start(RunPlan plan) {
        WorkflowStub untyped = WorkflowStub.fromTyped(stub(plan));
        untyped.start(RunInput.start(plan));
        return untyped;
    }

    /** The events of the last execution of a run. */
    List<HistoryEvent> history(RunPlan plan) {
        return environment
                .getWorkflowClient()
                .fetchHistory(plan.runId().workflowId())
                .getEvents();
    }

    static RunStatus result(WorkflowStub run) {
        return run.getResult(RunStatus.class);
    }

    @Override
    public void close() {
        environment.close();
    }
}
