package org.quire.workflows.workspace;

import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.BatchRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkflowImplementationOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.run.OcrRunWorkflow;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunOptions;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunProgressView;
import org.quire.workflows.run.RunState;
import org.quire.workflows.run.RunStatus;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;

/** A test server with the owner of one workspace, runs that only note what they are told, and activities under control. */
final class WorkspaceWorld implements AutoCloseable {

    static final WorkspaceRef WORKSPACE = new WorkspaceRef("/books/kant/mets.xml");

    final TestWorkflowEnvironment environment;
    final WorkflowClient client;
    final Map<RunId, List<WorkspaceAnswer>> answers = new ConcurrentHashMap<>();
    final Commits commits = new Commits();
    final Lookups lookups = new Lookups();
    final List<RunId> orphans = new CopyOnWriteArrayList<>();

    WorkspaceWorld(WorkspaceLimits limits) {
        environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        Worker worker = environment.newWorker(TaskQueues.ENGINE);
        worker.registerWorkflowImplementationFactory(
                WorkspaceWorkflow.class,
                arguments -> new WorkspaceWorkflowImpl(arguments.get(0, WorkspaceInput.class), limits),
                WorkflowImplementationOptions.getDefaultInstance());
        worker.registerWorkflowImplementationFactory(
                OcrRunWorkflow.class,
                arguments -> new NotingRun(arguments.get(0, RunInput.class), answers),
                WorkflowImplementationOptions.getDefaultInstance());
        worker.registerActivitiesImplementations(commits, lookups, (OrphanLookup) workspace -> List.copyOf(orphans));
        environment.start();
        client = environment.getWorkflowClient();
    }

    /** Starts a run that does nothing of its own accord. */
    RunId startRun(String name) {
        RunId run = new RunId(name);
        answers.put(run, new CopyOnWriteArrayList<>());
        OcrRunWorkflow workflow = client.newWorkflowStub(
                OcrRunWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(run.workflowId())
                        .setTaskQueue(TaskQueues.ENGINE)
                        .build());
        WorkflowClient.start(workflow::run, RunInput.start(plan(run)));
        return run;
    }

    void terminate(RunId run) {
        client.newUntypedWorkflowStub(run.workflowId()).terminate("for the test");
        lookups.ended.add(run);
    }

    void tell(WorkspaceMessage message) {
        WorkspaceWorkflow owner = client.newWorkflowStub(
                WorkspaceWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(WORKSPACE.workflowId())
                        .setTaskQueue(TaskQueues.ENGINE)
                        .build());
        BatchRequest request = client.newSignalWithStartRequest();
        request.add(owner::run, WorkspaceInput.start(WORKSPACE));
        request.add(owner::message, message);
        client.signalWithStart(request);
    }

    List<WorkspaceAnswer> told(RunId run) {
        return answers.getOrDefault(run, List.of());
    }

    WorkspaceLocks locks() {
        return client.newWorkflowStub(WorkspaceWorkflow.class, WORKSPACE.workflowId())
                .locks();
    }

    WorkflowStub owner() {
        return client.newUntypedWorkflowStub(WORKSPACE.workflowId());
    }

    boolean ownerCompleted() {
        return owner().describe().getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
    }

    String ownerExecution() {
        return owner().describe().getExecution().getRunId();
    }

    String history(String execution) {
        return client.fetchHistory(WORKSPACE.workflowId(), execution).toJson(true);
    }

    WorkflowExecution execution() {
        return owner().describe().getExecution();
    }

    static Register register(RunId run, String input, String output, int firstPage, int lastPage, String... dependsOn) {
        List<String> pages = IntStream.rangeClosed(firstPage, lastPage)
                .mapToObj(page -> "p" + page)
                .toList();
        return new Register(
                run, 1, List.of(input), List.of(output), new PageUnits(pages, 1, false), List.of(dependsOn));
    }

    /** One result for each of the units, which are released with it. */
    static Deliver deliver(RunId run, long sequence, Integer... units) {
        List<MetsAddition> results = List.of(units).stream()
                .map(unit -> new MetsAddition(
                        List.of(new MetsFile(run + "-" + unit, "BIN", "image/png", "p" + unit, null, "BIN/f.png")),
                        List.of()))
                .toList();
        return new Deliver(run, sequence, results, List.of(units));
    }

    static Finish finish(RunId run, long sequence) {
        return new Finish(run, sequence);
    }

    @Override
    public void close() {
        commits.gate.release(1_000_000);
        environment.close();
    }

    private static RunPlan plan(RunId run) {
        Duration minute = Duration.ofMinutes(1);
        return new RunPlan(
                run,
                RunPlan.Kind.WORKFLOW,
                WORKSPACE,
                List.of(new PlannedStep("ocrd-dummy", List.of("IMG"), List.of("BIN"), Parameters.NONE, minute)),
                new PageUnits(List.of("p1"), 1, true),
                "",
                true,
                List.of(),
                new RunOptions(false, 100, 3, minute, minute, null, null),
                null,
                Instant.EPOCH);
    }

    /** Notes answers; ends when cancelled. */
    static final class NotingRun implements OcrRunWorkflow {
        private final RunInput input;
        private final Map<RunId, List<WorkspaceAnswer>> answers;
        private boolean over;

        @WorkflowInit
        public NotingRun(RunInput input, Map<RunId, List<WorkspaceAnswer>> answers) {
            this.input = input;
            this.answers = answers;
        }

        @Override
        public RunStatus run(RunInput ignored) {
            Workflow.await(() -> over);
            return status();
        }

        @Override
        public void cancel() {
            over = true;
        }

        @Override
        public void stop() {
            over = true;
        }

        @Override
        public void workspaceAnswer(WorkspaceAnswer answer) {
            answers.get(input.plan().runId()).add(answer);
        }

        @Override
        public RunProgressView progress() {
            return new RunProgressView(RunState.RUNNING, null, List.of(), List.of());
        }

        @Override
        public RunStatus status() {
            return new RunStatus(input.plan().runId(), RunState.RUNNING, null, List.of("c"), List.of());
        }

        @Override
        public RunPlan plan() {
            return input.plan();
        }
    }

    /** Commits that take note of what they were given; they go through one per permit of the gate. */
    static final class Commits implements MetsCommit {
        final List<List<MetsAddition>> batches = new CopyOnWriteArrayList<>();
        final Semaphore gate = new Semaphore(1_000_000);
        final Set<String> poisonedIds = ConcurrentHashMap.newKeySet();
        private int running;

        @Override
        public void commit(WorkspaceRef workspace, List<MetsAddition> additions) {
            enter();
            batches.add(additions);
            gate.acquireUninterruptibly();
            leave();
            @Nullable
            String poisoned = additions.stream()
                    .flatMap(addition -> addition.files().stream())
                    .map(MetsFile::id)
                    .filter(poisonedIds::contains)
                    .findFirst()
                    .orElse(null);
            if (poisoned != null) {
                throw ApplicationFailure.newNonRetryableFailure("spoilt by " + poisoned, IMPOSSIBLE);
            }
        }

        List<String> committedIds() {
            return batches.stream()
                    .flatMap(List::stream)
                    .flatMap(addition -> addition.files().stream())
                    .map(MetsFile::id)
                    .toList();
        }

        private synchronized void enter() {
            if (++running > 1) {
                throw new IllegalStateException("Expected one commit at a time, but got " + running + ".");
            }
        }

        private synchronized void leave() {
            running--;
        }
    }

    /** Look-ups answered from what the test set. */
    static final class Lookups implements RunLookup {
        final Set<RunId> ended = ConcurrentHashMap.newKeySet();
        final Map<String, Standing> standings = new ConcurrentHashMap<>();
        final List<List<String>> asked = new CopyOnWriteArrayList<>();

        @Override
        public List<RunId> ended(List<RunId> runs) {
            return runs.stream().filter(ended::contains).toList();
        }

        @Override
        public List<DependencyState> dependencies(List<String> ids) {
            asked.add(ids);
            return ids.stream()
                    .map(id -> new DependencyState(id, standings.getOrDefault(id, Standing.PENDING)))
                    .toList();
        }
    }
}
