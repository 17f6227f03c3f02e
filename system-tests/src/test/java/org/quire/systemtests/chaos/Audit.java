package org.quire.systemtests.chaos;

import com.google.protobuf.util.Timestamps;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowExecutionMetadata;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.quire.systemtests.harness.MetsSchema;
import org.quire.systemtests.harness.TemporalDoor;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.workspace.WorkspaceRef;

/** Checks workspaces against what Temporal has recorded of their runs. Waits as long as Temporal or the REST server is away. */
final class Audit implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final ChaosSystem system;
    private final Figures figures;
    private final Violations violations;
    private final MetsSchema schema = new MetsSchema();
    private final TemporalDoor temporal;

    Audit(ChaosSystem system, Figures figures, Violations violations) {
        this.system = system;
        this.figures = figures;
        this.violations = violations;
        this.temporal = new TemporalDoor(system.temporalTarget());
    }

    /** What must hold in the midst of everything. */
    void atAnyMoment(Workspace workspace) {
        new BookCheck(workspace.book(), schema)
                .atAnyMoment(workspace.unsettled())
                .forEach(violations::add);
        figures.checked();
    }

    /** Waits for the end of all runs of a workspace, also of those whose submission was not answered, and looks at what is left. */
    void whenAllIsOver(Workspace workspace) {
        String path = workspace.book().mets().toString();
        if (!wait("all runs of " + path + " end", () -> openRuns(path).isEmpty())
                || !wait("nothing is locked in " + path, () -> isFree(path))) {
            return;
        }
        List<RunHistory> runs = patiently(() -> histories(path));
        for (RunHistory run : runs) {
            new RunCheck(run, system.layout())
                    .faults(figures.wasDiskFull(run.begun(), run.ended()))
                    .forEach(violations::add);
        }
        new BookCheck(workspace.book(), schema)
                .whenAllIsOver(runs, workspace.edits())
                .forEach(violations::add);
        for (TemporalDoor.FailedTask failed : patiently(() -> temporal.failedTasks(executions(path)))) {
            if (failed.isOfOutdatedCache()) {
                figures.taskRepeated();
            } else {
                violations.add(failed.toString());
            }
        }
        figures.audited(runs);
    }

    private List<String> openRuns(String path) {
        return runs(path).stream()
                .filter(info -> info.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
                .map(info -> info.getExecution().getWorkflowId())
                .toList();
    }

    private boolean isFree(String path) {
        HttpResponse<String> answer = system.client().tryGet("/workspace/locks?mets_path=" + path);
        return answer.statusCode() == 200 && answer.body().contains("\"entries\":[]");
    }

    private List<RunHistory> histories(String path) {
        return runs(path).stream()
                .map(info -> info.getExecution().getWorkflowId())
                .distinct()
                .map(id -> RunHistory.of(temporal, id))
                .sorted(Comparator.comparing(RunHistory::begun))
                .toList();
    }

    private List<WorkflowExecutionInfo> executions(String path) {
        var all = new ArrayList<>(runs(path));
        all.addAll(temporal.list("WorkflowId = '" + new WorkspaceRef(path).workflowId() + "'"));
        return all;
    }

    /** Executions of all runs of a workspace. */
    private List<WorkflowExecutionInfo> runs(String path) {
        return temporal
                .list("WorkflowType = 'OcrRun' AND StartTime >= '"
                        + Timestamps.toString(
                                Timestamps.fromMillis(figures.begun().toEpochMilli())) + "'")
                .stream()
                .filter(info -> path.equals(new WorkflowExecutionMetadata(info, QuireData.converter())
                        .getMemo(RunPlan.METS_PATH_MEMO, String.class)))
                .toList();
    }

    /** Whether it came true before the patience was at its end. */
    private boolean wait(String what, Callable<Boolean> condition) {
        Instant end = Instant.now().plus(LONGEST);
        while (violations.isEmpty() && Instant.now().isBefore(end)) {
            if (patiently(condition)) {
                return true;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        if (violations.isEmpty()) {
            violations.add("Expected that " + what + ", but waited for " + LONGEST.toSeconds() + " s.");
        }
        return false;
    }

    /** Asks again as long as there is no answer. */
    private static <T> T patiently(Callable<T> question) {
        Instant end = Instant.now().plus(LONGEST);
        while (true) {
            try {
                return question.call();
            } catch (io.grpc.StatusRuntimeException | UncheckedIOException | io.temporal.client.WorkflowException e) {
                if (Instant.now().isAfter(end)) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        temporal.close();
    }
}
