package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkflowImplementationOptions;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.workspace.MergingMetsCommit;
import org.quire.activities.workspace.SignallingWorkspaceMailbox;
import org.quire.activities.workspace.TemporalOrphanLookup;
import org.quire.activities.workspace.TemporalRunLookup;
import org.quire.systemtests.harness.RealTemporal;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.TemporalDoor;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;

/**
 * The owner of one workspace under load on a real server, while it continues as new every few messages. In this package for the
 * constructor that sets the length of its histories.
 */
@ExtendWith(RequiresRealEngine.class)
class WorkspaceLoadTest {

    private static final int CLIENTS = 20;
    private static final int PAGES = 200;

    /** A handful of messages, each of which is a signal, a task of the workflow and an answer. */
    private static final long SHORT_HISTORY = 60;

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final long EPOCH = 1;

    /** Wants all pages at once, as every client does, and gives each back as soon as it has it. */
    @WorkflowInterface
    public interface LoadClient {

        /** @return the units in the order in which they were granted */
        @WorkflowMethod
        List<Integer> run(RunId self, WorkspaceRef workspace);

        @SignalMethod
        void workspaceAnswer(WorkspaceAnswer answer);

        /** Nothing is given back before. */
        @SignalMethod
        void begin();
    }

    public static final class LoadClientImpl implements LoadClient {

        private final RunId self;
        private final WorkspaceRef workspace;
        private final List<Integer> granted = new ArrayList<>();
        private final Queue<Integer> toRelease = new ArrayDeque<>();
        private final WorkspaceMailbox mailbox = Workflow.newActivityStub(
                WorkspaceMailbox.class,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(10))
                        .build());
        private boolean begun;
        private long answered;

        @WorkflowInit
        public LoadClientImpl(RunId self, WorkspaceRef workspace) {
            this.self = self;
            this.workspace = workspace;
        }

        @Override
        public List<Integer> run(RunId self, WorkspaceRef workspace) {
            long sequence = 1;
            mailbox.tell(
                    workspace,
                    new WorkspaceMessage.Register(
                            self, sequence, List.of("IN"), List.of("OUT"), units(), List.of(), EPOCH, null, null));
            Workflow.await(() -> begun);
            for (int released = 0; released < PAGES; released++) {
                Workflow.await(() -> !toRelease.isEmpty());
                mailbox.tell(
                        workspace,
                        new WorkspaceMessage.Deliver(self, ++sequence, List.of(), List.of(toRelease.remove()), EPOCH));
            }
            long last = ++sequence;
            mailbox.tell(workspace, new WorkspaceMessage.Finish(self, last, EPOCH, false));
            Workflow.await(() -> answered >= last);
            return granted;
        }

        @Override
        public void workspaceAnswer(WorkspaceAnswer answer) {
            switch (answer) {
                case WorkspaceAnswer.Granted units ->
                    units.units()
                            .forEach(range -> IntStream.rangeClosed(range.first(), range.last())
                                    .forEach(unit -> {
                                        granted.add(unit);
                                        toRelease.add(unit);
                                    }));
                case WorkspaceAnswer.Committed committed -> answered = Math.max(answered, committed.sequence());
                default -> throw new IllegalStateException("Expected no such answer: " + answer);
            }
        }

        @Override
        public void begin() {
            begun = true;
        }

        private static PageUnits units() {
            return new PageUnits(
                    IntStream.range(0, PAGES).mapToObj(page -> "P" + page).toList(), 1, false);
        }
    }

    /** Writes down in which order clients give pages back: each has a page alone, so that is the order in which they had it. */
    private static final class WatchedMailbox implements WorkspaceMailbox {

        private final WorkspaceMailbox mailbox;
        private final Map<Integer, Set<RunId>> releases = new ConcurrentHashMap<>();

        WatchedMailbox(WorkspaceMailbox mailbox) {
            this.mailbox = mailbox;
        }

        @Override
        public void tell(WorkspaceRef workspace, WorkspaceMessage message) {
            if (message instanceof WorkspaceMessage.Deliver deliver) {
                // A set: a message may be told twice.
                deliver.releasedUnits()
                        .forEach(unit -> releases.computeIfAbsent(
                                        unit, any -> Collections.synchronizedSet(new LinkedHashSet<>()))
                                .add(message.runId()));
            }
            mailbox.tell(workspace, message);
        }
    }

    @Test
    void everyPageGoesFromClientToClientInTheOrderOfTheirArrival(@TempDir Path temp) {
        var workspace = new WorkspaceRef(temp.resolve("mets.xml").toString());
        List<RunId> clients = IntStream.range(0, CLIENTS)
                .mapToObj(number -> new RunId("client-" + number))
                .toList();
        try (RealTemporal engine = RealTemporal.start(temp);
                var temporal = new TemporalDoor(engine.target())) {
            var mailbox = new WatchedMailbox(new SignallingWorkspaceMailbox(temporal.client()));
            WorkerFactory workers = workers(temporal.client(), mailbox, new DataLayout(temp.resolve("data")));
            try {
                List<WorkflowStub> runs = register(temporal, workspace, clients);
                long begun = System.nanoTime();
                runs.forEach(run -> run.signal("begin"));

                for (WorkflowStub run : runs) {
                    @SuppressWarnings("unchecked")
                    List<Integer> granted = run.getResult(List.class);
                    assertThat(granted)
                            .as("each page is granted once")
                            .hasSize(PAGES)
                            .doesNotHaveDuplicates();
                }
                await("the owner leaves")
                        .atMost(LONGEST)
                        .until(() -> owners(temporal, workspace).stream()
                                .noneMatch(owner -> owner.getStatus()
                                        == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING));
                int executions = owners(temporal, workspace).size();
                System.out.printf(
                        "%d times a page was had and given back in %.0f s, by %d executions of the owner%n",
                        CLIENTS * PAGES, (System.nanoTime() - begun) / 1e9, executions);
                assertThat(executions).as("executions of the owner").isGreaterThan(CLIENTS);
                assertThat(mailbox.releases).hasSize(PAGES);
                mailbox.releases.forEach((page, order) -> assertThat(List.copyOf(order))
                        .as("who had page %d", page)
                        .isEqualTo(clients));
                assertThat(temporal.failedTasks(temporal.list(""))).isEmpty();
            } finally {
                workers.shutdownNow();
            }
        }
    }

    private static WorkerFactory workers(WorkflowClient client, WorkspaceMailbox mailbox, DataLayout layout) {
        WorkspaceLimits usual = WorkspaceLimits.STANDARD;
        var limits = new WorkspaceLimits(
                usual.additionsPerCommit(),
                usual.charactersPerCommit(),
                usual.commitPause(),
                usual.endedCheck(),
                usual.firstDependencyPause(),
                usual.longestDependencyPause(),
                SHORT_HISTORY);
        WorkerFactory workers = WorkerFactory.newInstance(client);
        var worker = workers.newWorker(TaskQueues.ENGINE);
        worker.registerWorkflowImplementationTypes(LoadClientImpl.class);
        worker.registerWorkflowImplementationFactory(
                WorkspaceWorkflow.class,
                input -> new WorkspaceWorkflowImpl(input.get(0, WorkspaceInput.class), limits),
                WorkflowImplementationOptions.getDefaultInstance());
        worker.registerActivitiesImplementations(
                mailbox,
                new MergingMetsCommit(),
                new TemporalRunLookup(client, layout),
                new TemporalOrphanLookup(client));
        workers.start();
        return workers;
    }

    /** One after the other, so that their order is known; none gives back anything yet. */
    private static List<WorkflowStub> register(TemporalDoor temporal, WorkspaceRef workspace, List<RunId> clients) {
        List<WorkflowStub> runs = new ArrayList<>();
        for (RunId client : clients) {
            WorkflowStub run = temporal.client()
                    .newUntypedWorkflowStub(
                            "LoadClient",
                            WorkflowOptions.newBuilder()
                                    .setWorkflowId(client.workflowId())
                                    .setTaskQueue(TaskQueues.ENGINE)
                                    .build());
            run.start(client, workspace);
            runs.add(run);
            WorkspaceWorkflow owner =
                    temporal.client().newWorkflowStub(WorkspaceWorkflow.class, workspace.workflowId());
            await("client " + runs.size() + " is registered")
                    .atMost(LONGEST)
                    .ignoreExceptions()
                    .until(() -> owner.locks().entries().size() == runs.size());
        }
        return runs;
    }

    private static List<WorkflowExecutionInfo> owners(TemporalDoor temporal, WorkspaceRef workspace) {
        return temporal.list("WorkflowId = '" + workspace.workflowId() + "'");
    }
}
