package org.quire.api.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What agents outside, such as a site's batch system, ask and tell. */
@RestController
@Tag(name = "external")
class ExternalAgentController {

    private static final String BEARER = "Bearer ";

    private final HandedOutJobs jobs;

    ExternalAgentController(HandedOutJobs jobs) {
        this.jobs = jobs;
    }

    /** @param until when the job's time is up */
    record OpenJob(
            @JsonProperty("job_id") JobId jobId,
            @JsonProperty("processor_name") String processorName,
            JobState state,
            Instant until,
            ProcessorJobAnswer.External external) {

        static OpenJob of(HandedOut job) {
            return new OpenJob(
                    job.jobId(), job.processor(), JobState.RUNNING, job.until(), ProcessorJobAnswer.External.of(job));
        }
    }

    @GetMapping("/processor/external")
    @Operation(summary = "The jobs that are handed out and not reported yet")
    List<OpenJob> open(@RequestParam(name = "processor_name", required = false) @Nullable String processor) {
        return jobs.list().stream()
                .filter(job -> processor == null || job.processor().equals(processor))
                .map(OpenJob::of)
                .toList();
    }

    @PostMapping(path = "/result_callback", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The result of a job that was handed out; its token as bearer, as header or field 'token'")
    @ApiResponse(responseCode = "200", description = "Taken")
    @ApiResponse(responseCode = "401", description = "Not the token of the job; nothing has changed")
    @ApiResponse(responseCode = "404", description = "No such job, or it is not handed out; nothing has changed")
    @ApiResponse(responseCode = "409", description = "The job is over; nothing has changed")
    String result(
            @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable
                    String authorization,
            @RequestHeader(name = "token", required = false) @Nullable String tokenHeader,
            @RequestBody ResultCallback result) {
        boolean succeeded = result.isSuccess();
        String bearer = authorization != null && authorization.startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : null;
        List<String> tokens = Stream.of(bearer, tokenHeader, result.token())
                .filter(token -> token != null && !token.isEmpty())
                .toList();
        jobs.report(result.requiredJobId(), succeeded, result.shortReason(), tokens);
        return "null";
    }
}
