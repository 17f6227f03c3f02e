package org.quire.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.MetsCommit;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflowImpl;

class SignallingWorkspaceMailboxTest {

    private static final WorkspaceRef WORKSPACE = new WorkspaceRef("/books/kant/mets.xml");

    @Test
    void startsTheOwnerOfTheWorkspaceAgainWhenItHasLeft() {
        List<MetsAddition> committed = new CopyOnWriteArrayList<>();
        MetsCommit commit = (workspace, additions) -> committed.addAll(additions);
        try (TestWorkflowEnvironment environment = environment()) {
            var worker = environment.newWorker(TaskQueues.ENGINE);
            worker.registerWorkflowImplementationTypes(WorkspaceWorkflowImpl.class);
            worker.registerActivitiesImplementations(commit);
            environment.start();
            WorkflowClient client = environment.getWorkflowClient();
            var mailbox = new SignallingWorkspaceMailbox(client);

            mailbox.tell(WORKSPACE, new Deliver(new RunId("a"), 2, List.of(addition("f1")), List.of()));
            await().until(() -> ownerHasLeft(client));
            mailbox.tell(WORKSPACE, new Deliver(new RunId("b"), 2, List.of(addition("f2")), List.of()));
            await().until(() -> committed.size() == 2);

            assertThat(committed).containsExactly(addition("f1"), addition("f2"));
        }
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
