package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowStub;
import io.temporal.worker.WorkerFactoryOptions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quire.workflows.workspace.WorkspaceAnswer;

/** A run whose worker has forgotten it, as after a kill: its next decision is made by replaying all that was before. */
@Timeout(60)
class RunReplaysTest {

    /** Each run drives the one before out. */
    private static final WorkerFactoryOptions FORGETFUL =
            WorkerFactoryOptions.newBuilder().setWorkflowCacheSize(1).build();

    @Test
    void goesOnAfterATurnInWhichItHadNothingToDo() {
        try (var stage = new RunStage(OcrRunWorkflowImpl.class, FORGETFUL)) {
            var gate = new CountDownLatch(1);
            RunPlan plan = Plans.of("forgotten", 1, Plans.options(8), "IMG->A");
            stage.processors.rule = request -> {
                if (request.jobId().run().equals(plan.runId())) {
                    awaitOpen(gate);
                }
                return FakeProcessors.succeed(request);
            };
            WorkflowStub run = stage.start(plan);
            await().until(() -> !stage.processors.requests.isEmpty());
            long turns = turns(stage, plan);
            stage.existing(plan).workspaceAnswer(new WorkspaceAnswer.Granted(List.of()));
            await().until(() -> turns(stage, plan) == turns + 1);
            stage.run(Plans.of("other", 1, Plans.options(8), "IMG->A"));

            gate.countDown();

            assertThat(RunStage.result(run).state()).isEqualTo(RunState.SUCCESS);
            assertThat(stage.history(plan))
                    .noneMatch(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);
        }
    }

    private static long turns(RunStage stage, RunPlan plan) {
        return stage.history(plan).stream()
                .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED)
                .count();
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
