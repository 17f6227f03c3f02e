package org.quire.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.MetsCommit;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflowImpl;

class SignallingWorkspaceMailboxTest {

    private static final WorkspaceRef WORKSPACE = new WorkspaceRef("/books/kant/mets.xml");

    /** Hears what the owner answers, and goes when its farewell is answered. */
    @WorkflowInterface
    public interface Listener {
        @WorkflowMethod
        void listen();

        @SignalMethod
        void workspaceAnswer(WorkspaceAnswer answer);
    }

    public static final class Listens implements Listener {

        private boolean over;

        @Override
        public void listen() {
            Workflow.await(() -> over);
        }

        @Override
        public void workspaceAnswer(WorkspaceAnswer answer) {
            over |= answer instanceof WorkspaceAnswer.Committed committed && committed.sequence() == 3;
        }
    }

    @Test
    void startsTheOwnerOfTheWorkspaceAgainWhenItHasLeft() {
        List<MetsAddition> committed = new CopyOnWriteArrayList<>();
        MetsCommit commit = (workspace, additions) -> committed.addAll(additions);
        try (TestWorkflowEnvironment environment = environment()) {
            var worker = environment.newWorker(TaskQueues.ENGINE);
            worker.registerWorkflowImplementationTypes(WorkspaceWorkflowImpl.class, Listens.class);
            WorkflowClient client = environment.getWorkflowClient();
            worker.registerActivitiesImplementations(commit, new TemporalOrphanLookup(client));
            environment.start();

            tellAll(client, new RunId("a"), addition("f1"));
            await().until(() -> ownerHasLeft(client));
            tellAll(client, new RunId("b"), addition("f2"));
            await().until(() -> committed.size() == 2);

            assertThat(committed).containsExactly(addition("f1"), addition("f2"));
        }
    }

    private static void tellAll(WorkflowClient client, RunId run, MetsAddition result) {
        client.newUntypedWorkflowStub(
                        "Listener",
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(run.workflowId())
                                .setTaskQueue(TaskQueues.ENGINE)
                                .build())
                .start();
        var mailbox = new SignallingWorkspaceMailbox(client);
        var page = new PageUnits(List.of("p1"), 1, false);
        mailbox.tell(WORKSPACE, new Register(run, 1, List.of("IMG"), List.of("BIN"), page, List.of()));
        mailbox.tell(WORKSPACE, new Deliver(run, 2, List.of(result), List.of(0)));
        mailbox.tell(WORKSPACE, new Finish(run, 3));
    }

    private static TestWorkflowEnvironment environment() {
        return TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
    }

    private static boolean ownerHasLeft(WorkflowClient client) {
        return client.newUntypedWorkflowStub(WORKSPACE.workflowId()).describe().getStatus()
                == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
    }

    private static MetsAddition addition(String id) {
        return new MetsAddition(
                List.of(new MetsFile(id, "BIN", "image/png", "p1", null, "BIN/" + id + ".png")), List.of());
    }
}
