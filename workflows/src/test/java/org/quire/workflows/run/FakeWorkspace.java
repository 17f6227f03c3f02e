package org.quire.workflows.run;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceMailbox;
import org.quire.workflows.workspace.WorkspaceMessage;
import org.quire.workflows.workspace.WorkspaceRef;

/** Answers at once what a test says; by default grants everything and commits everything. */
final class FakeWorkspace implements WorkspaceMailbox {

    final List<WorkspaceMessage> messages = new CopyOnWriteArrayList<>();
    volatile Function<WorkspaceMessage, List<WorkspaceAnswer>> rule = FakeWorkspace::agree;
    private final WorkflowClient client;

    FakeWorkspace(WorkflowClient client) {
        this.client = client;
    }

    static List<WorkspaceAnswer> agree(WorkspaceMessage message) {
        return switch (message) {
            case WorkspaceMessage.Register register ->
                List.of(new WorkspaceAnswer.Granted(List.of(
                        new WorkspaceAnswer.UnitRange(0, register.units().count() - 1))));
            case WorkspaceMessage.Deliver deliver -> List.of(new WorkspaceAnswer.Committed(deliver.sequence()));
            case WorkspaceMessage.Finish finish -> List.of(new WorkspaceAnswer.Committed(finish.sequence()));
            case WorkspaceMessage.Reminder reminder -> List.of(new WorkspaceAnswer.Committed(reminder.sequence()));
        };
    }

    @Override
    public void tell(WorkspaceRef workspace, WorkspaceMessage message) {
        messages.add(message);
        rule.apply(message).forEach(answer -> answer(message.runId(), answer));
    }

    void answer(RunId run, WorkspaceAnswer answer) {
        try {
            client.newWorkflowStub(OcrRunWorkflow.class, run.workflowId()).workspaceAnswer(answer);
        } catch (WorkflowNotFoundException e) {
            // A run that is over hears nothing any more.
        }
    }

    List<Integer> released() {
        return messages.stream()
                .filter(WorkspaceMessage.Deliver.class::isInstance)
                .flatMap(message -> ((WorkspaceMessage.Deliver) message).releasedUnits().stream())
                .sorted()
                .toList();
    }

    long delivered() {
        return messages.stream()
                .filter(WorkspaceMessage.Deliver.class::isInstance)
                .mapToLong(message ->
                        ((WorkspaceMessage.Deliver) message).results().size())
                .sum();
    }
}
