package org.quire.api.submission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.quire.api.processor.AgentType;
import org.quire.api.processor.ParameterCheck;
import org.quire.api.script.ProcessorTask;
import org.quire.workflows.registry.WorkerHostEntry;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunPlan;

/** Tasks against the processors that are there: that they live, their parameters, how many file groups they take. */
final class ToolCheck {

    private final RunPlan.Kind kind;
    private final AgentType agentType;
    private final Map<String, WorkerHostEntry.Processor> live;

    ToolCheck(RunPlan.Kind kind, AgentType agentType, Map<String, WorkerHostEntry.Processor> live) {
        this.kind = kind;
        this.agentType = agentType;
        this.live = live;
    }

    List<Fault> faults(List<ProcessorTask> tasks) {
        var faults = new ArrayList<Fault>();
        missing(tasks).ifPresent(faults::add);
        for (ProcessorTask task : tasks) {
            WorkerHostEntry.Processor processor = live.get(task.processor());
            if (processor != null) {
                parameters(task, processor, faults);
                cardinality(task, "input", task.inputGroups().size(), processor, faults);
                cardinality(task, "output", task.outputGroups().size(), processor, faults);
            }
        }
        return faults;
    }

    /** The steps of tasks that have no fault. */
    List<PlannedStep> steps(List<ProcessorTask> tasks) {
        return tasks.stream()
                .map(task -> new PlannedStep(
                        task.processor(),
                        task.inputGroups(),
                        task.outputGroups(),
                        task.parameters(),
                        processor(task).timeout(),
                        processor(task).agentOrWorker()))
                .toList();
    }

    private WorkerHostEntry.Processor processor(ProcessorTask task) {
        WorkerHostEntry.Processor processor = live.get(task.processor());
        if (processor == null) {
            throw new IllegalStateException("Expected a checked task, but " + task.processor() + " has no worker.");
        }
        return processor;
    }

    private Optional<Fault> missing(List<ProcessorTask> tasks) {
        List<String> missing = tasks.stream()
                .map(ProcessorTask::processor)
                .distinct()
                .filter(name -> !live.containsKey(name))
                .toList();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (kind) {
                    case WORKFLOW -> new Fault(Fault.Kind.NO_WORKER, missingOfWorkflow(missing));
                    case PROCESSOR -> new Fault(Fault.Kind.UNKNOWN_PROCESSOR, missingOne(missing.getFirst()));
                });
    }

    /** In the words of OCR-D's servers: 3.x for workers, 2.x for servers. */
    private String missingOfWorkflow(List<String> missing) {
        // As Python prints a list of sets.
        String printed = missing.stream()
                .map(name -> agentType == AgentType.SERVER ? "{'" + name + "', 'server'}" : "{'" + name + "'}")
                .collect(Collectors.joining(", ", "[", "]"));
        return "Workflow validation has failed. "
                + switch (agentType) {
                    case WORKER ->
                        "The desired Processing Worker was not found. Missing Processing Workers: " + printed;
                    case SERVER -> "The desired network agents not found. Missing processing agents: " + printed;
                };
    }

    private String missingOne(String processor) {
        return switch (agentType) {
            case WORKER -> "Processing Worker '" + processor + "' not found.";
            case SERVER -> "Network agent of type 'server' for processor '" + processor + "' not found.";
        };
    }

    private void parameters(ProcessorTask task, WorkerHostEntry.Processor processor, List<Fault> faults) {
        List<String> errors = ParameterCheck.faults(processor.tool(), task.parameters());
        for (String error : errors) {
            faults.add(new Fault(
                    Fault.Kind.BAD_PARAMETERS,
                    "Failed to validate processing job input against the tool json of processor: " + task.label() + ": "
                            + error));
        }
    }

    /** One number is exact, two are bounds, and one that is not positive sets no bound; nothing said: at least one. */
    private static void cardinality(
            ProcessorTask task, String side, int count, WorkerHostEntry.Processor processor, List<Fault> faults) {
        JsonNode declared = processor.tool().path(side + "_file_grp_cardinality");
        int least = declared.isArray() ? declared.path(0).asInt(-1) : declared.asInt(1);
        int most = declared.isArray() ? declared.path(1).asInt(-1) : declared.asInt(-1);
        if ((least > 0 && count < least) || (most > 0 && count > most)) {
            faults.add(new Fault(
                    Fault.Kind.BAD_GROUPS,
                    task.label() + ": expected " + range(least, most) + " " + side + " file group(s), but got " + count
                            + "."));
        }
    }

    private static String range(int least, int most) {
        if (most <= 0) {
            return "at least " + least;
        }
        return least == most ? String.valueOf(most) : Math.max(least, 0) + " to " + most;
    }
}
