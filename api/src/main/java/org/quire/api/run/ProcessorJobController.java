package org.quire.api.run;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.quire.api.run.RunLookUp.FoundJob;
import org.quire.api.submission.Submission;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.run.RunPlan;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Single processor requests (runs of one step), and jobs of any run. */
@RestController
@RequestMapping("/processor")
@Tag(name = "processor")
class ProcessorJobController {

    private final Submission submission;
    private final Runs runs;
    private final Prospects prospects;
    private final RunLookUp lookUp;
    private final DataLayout layout;

    ProcessorJobController(Submission submission, Runs runs, Prospects prospects, RunLookUp lookUp, DataLayout layout) {
        this.submission = submission;
        this.runs = runs;
        this.prospects = prospects;
        this.lookUp = lookUp;
        this.layout = layout;
    }

    @PostMapping("/run/{name}")
    @Operation(summary = "Run one processor on a workspace")
    ProcessorJobAnswer run(
            @PathVariable String name,
            @RequestParam(name = "agent_type", required = false) @Nullable String agentType,
            @RequestBody ProcessorJobRequest request) {
        RunPlan plan = submission.plan(request.toRunRequest(name, agentType));
        JobState state = prospects.firstState(plan);
        runs.start(plan);
        return ProcessorJobAnswer.of(plan, new JobId(plan.runId(), 0, 0), state, null, null);
    }

    @GetMapping("/job/{id}")
    @Operation(summary = "A job of any run")
    ProcessorJobAnswer job(@PathVariable String id, HttpServletRequest http) {
        FoundJob job = lookUp.job(id);
        Path log = layout.jobLog(job.id());
        return ProcessorJobAnswer.of(
                job.run().plan(),
                job.id(),
                job.state(),
                Files.exists(log) ? log.toString() : null,
                mayOnlyRead(http) ? null : job.run().handedOut(job.id()));
    }

    /** What is needed to run a job also allows to report it. */
    private static boolean mayOnlyRead(HttpServletRequest http) {
        return http.isUserInRole("READ") && !http.isUserInRole("SUBMIT") && !http.isUserInRole("ADMIN");
    }

    @GetMapping("/log/{id}")
    @Operation(summary = "The log of a job so far; empty if it has not started")
    ResponseEntity<Resource> log(@PathVariable String id) {
        JobId job = lookUp.job(id).id();
        Path log = layout.jobLog(job);
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("text/plain;charset=UTF-8"))
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(job + ".log")
                                .build()
                                .toString())
                .body(Files.exists(log) ? new FileSystemResource(log) : new ByteArrayResource(new byte[0]));
    }
}
