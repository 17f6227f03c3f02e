package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quire.api.run.Runs.Ending;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.run.RunState;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Runs as OCR-D's clients ask for them, and their end on request. */
@RestController
@RequestMapping("/workflow")
@Tag(name = "workflow")
class WorkflowJobController {

    private static final String FAILED_TASKS = "failed-processor-tasks";

    private final RunLookUp lookUp;
    private final RunResumption resumption;

    WorkflowJobController(RunLookUp lookUp, RunResumption resumption) {
        this.lookUp = lookUp;
        this.resumption = resumption;
    }

    record SimpleState(RunState state) {}

    /** A failed job, in the words of OCR-D. */
    record FailedTask(
            @JsonProperty("job_id") String jobId,
            @JsonProperty("page_id") String pageId) {}

    /** @param request what was asked for; the run's end follows */
    record EndingAccepted(@JsonProperty("job_id") String jobId, String request) {}

    @GetMapping("/job-simple/{id}")
    @Operation(
            summary = "The state of a run; a cancelled one is FAILED here, because OCR-D's clients wait on otherwise")
    SimpleState simple(@PathVariable String id) {
        RunState state = lookUp.run(id).state();
        return new SimpleState(state == RunState.CANCELLED ? RunState.FAILED : state);
    }

    @GetMapping("/job/{id}")
    @Operation(summary = "The jobs of a run, counted by processor and state, and those that failed")
    Map<String, Map<String, ?>> job(@PathVariable String id) {
        RunSnapshot run = lookUp.run(id);
        var answer = new LinkedHashMap<String, Map<String, ?>>();
        var failed = new LinkedHashMap<String, List<FailedTask>>();
        var counts = new LinkedHashMap<String, Map<String, Integer>>();
        RunPlan plan = run.plan();
        for (int step = 0; step < plan.steps().size(); step++) {
            String processor = plan.steps().get(step).processor();
            Map<String, Integer> ofProcessor = counts.computeIfAbsent(processor, any -> new LinkedHashMap<>());
            run.counts(step).forEach((state, count) -> ofProcessor.merge(state.name(), count, Integer::sum));
            for (JobId job : run.jobs(step, JobState.FAILED)) {
                failed.computeIfAbsent(processor, any -> new ArrayList<>())
                        .add(new FailedTask(job.toString(), UnitPages.expression(plan, job.unit())));
            }
        }
        answer.putAll(counts);
        if (!failed.isEmpty()) {
            answer.put(FAILED_TASKS, failed);
        }
        return answer;
    }

    @PostMapping("/job/{id}/cancel")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(summary = "Start no further job of a run, let the running ones end, keep what succeeded")
    EndingAccepted cancel(@PathVariable String id) {
        lookUp.end(id, Ending.CANCEL);
        return new EndingAccepted(id, "cancel");
    }

    @PostMapping("/job/{id}/resume")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(summary = "Start another run that does what an ended one left undone")
    WorkflowJobAnswer resume(@PathVariable String id) {
        return WorkflowJobAnswer.of(resumption.resume(id));
    }

    @PostMapping("/job/{id}/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(summary = "Interrupt the running jobs of a run now")
    EndingAccepted stop(@PathVariable String id) {
        lookUp.end(id, Ending.STOP);
        return new EndingAccepted(id, "stop");
    }
}
