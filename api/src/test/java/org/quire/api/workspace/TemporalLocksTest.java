package org.quire.api.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.engine.TaskQueues;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.PageNeeds;
import org.quire.workflows.workspace.WorkspaceInput;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.quire.workflows.workspace.WorkspaceMessage;
import org.quire.workflows.workspace.WorkspaceRef;
import org.quire.workflows.workspace.WorkspaceWorkflow;

@Timeout(60)
class TemporalLocksTest {

    private static final WorkspaceRef BOOK = new WorkspaceRef("/books/kant/mets.xml");

    private static final WorkspaceLocks.Entry ENTRY = new WorkspaceLocks.Entry(
            new RunId("r"),
            Instant.parse("2026-03-01T12:00:00Z"),
            List.of("IMG"),
            List.of("BIN"),
            2,
            1,
            List.of(),
            List.of());

    /** Holds the pages of one run until it is cancelled. */
    public static class OneHolder implements WorkspaceWorkflow {

        @Override
        public void run(WorkspaceInput input) {
            Workflow.await(() -> false);
        }

        @Override
        public void message(WorkspaceMessage message) {}

        @Override
        public WorkspaceLocks locks() {
            return new WorkspaceLocks(BOOK, List.of(ENTRY));
        }

        @Override
        public boolean isHeldBack(PageNeeds needs) {
            return needs.pages().contains("P1");
        }
    }

    private TestWorkflowEnvironment temporal;
    private TemporalLocks locks;

    @BeforeEach
    void startTemporal() {
        temporal = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setUseTimeskipping(false)
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        temporal.newWorker(TaskQueues.ENGINE).registerWorkflowImplementationTypes(OneHolder.class);
        temporal.start();
        locks = new TemporalLocks(temporal.getWorkflowClient());
    }

    @AfterEach
    void stopTemporal() {
        temporal.close();
    }

    @Test
    void nothingIsLockedWhereNoOwnerEverWas() {
        assertThat(locks.of(BOOK)).isEmpty();
        assertThat(locks.isHeldBack(BOOK, wanted("P1"))).isFalse();
    }

    private static PageNeeds wanted(String page) {
        return new PageNeeds(List.of("IMG"), List.of("BIN"), List.of(page));
    }

    @Test
    void asksTheOwnerWhileItRuns() {
        WorkspaceWorkflow owner = temporal.getWorkflowClient()
                .newWorkflowStub(
                        WorkspaceWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(BOOK.workflowId())
                                .setTaskQueue(TaskQueues.ENGINE)
                                .build());
        WorkflowClient.start(owner::run, WorkspaceInput.start(BOOK));

        assertThat(locks.of(BOOK)).containsExactly(ENTRY);
        assertThat(locks.isHeldBack(BOOK, wanted("P1"))).isTrue();
        assertThat(locks.isHeldBack(BOOK, wanted("P2"))).isFalse();

        WorkflowStub.fromTyped(owner).terminate("idle");
        await().untilAsserted(() -> assertThat(locks.of(BOOK)).isEmpty());
    }
}
