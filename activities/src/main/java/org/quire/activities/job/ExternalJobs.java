package org.quire.activities.job;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.activities.sandbox.Sandbox;
import org.quire.activities.sandbox.SandboxRefusal;
import org.quire.activities.temporal.Attempt;
import org.quire.mets.Mets;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsException;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.CollectRequest;
import org.quire.workflows.job.ExternalJobActivity;
import org.quire.workflows.job.HandedOut;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/**
 * Hands the jobs of one processor out and collects them. Between the two nothing of a job lives in this process: what it needs is in
 * its sandbox and in Temporal.
 */
public final class ExternalJobs implements ExternalJobActivity {

    private static final int TOKEN_BYTES = 32;
    /** The METS as it was handed out, to tell afterwards what was added. */
    private static final String METS_BEFORE = ".mets-handed-out.xml";

    private final String executable;
    private final JobFiles files;
    private final DataLayout layout;
    private final String worker;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param executable what the command names first: the processor's name, or a path where one is configured
     * @param worker the name of this worker host
     */
    public ExternalJobs(String executable, MetsCache metsCache, DataLayout layout, String worker, Clock clock) {
        this.executable = executable;
        this.files = new JobFiles(metsCache);
        this.layout = layout;
        this.worker = worker;
        this.clock = clock;
    }

    @Override
    public JobReport handOut(JobRequest request) {
        ActivityExecutionContext context = Activity.getExecutionContext();
        int attempt = context.getInfo().getAttempt();
        try {
            handOut(request, attempt, context);
            return new JobReport(attempt, false, null);
        } catch (SandboxRefusal | MetsException e) {
            return new JobReport(attempt, false, e.getMessage());
        } catch (NoSuchFileException e) {
            if (e.getFile().equals(request.workspace().metsPath())) {
                return new JobReport(attempt, false, "Expected " + e.getFile() + ", but it is gone.");
            }
            throw Activity.wrap(e);
        } catch (IOException e) {
            throw Activity.wrap(e);
        }
    }

    private void handOut(JobRequest request, int attempt, ActivityExecutionContext context) throws IOException {
        var log = log(request);
        log.open(attempt, worker, clock.instant(), CommandLine.summary(request));
        Sandbox sandbox = files.open(request, attempt);
        boolean isOut = false;
        try {
            Files.copy(sandbox.mets(), before(sandbox));
            HandedOut details = details(request, attempt, sandbox);
            log.append("=== handed out until " + details.until() + " in " + details.sandbox());
            // Not the context's own heartbeat: that may be held back, and would be lost when this method returns.
            context.getWorkflowClient().newActivityCompletionClient().heartbeat(context.getTaskToken(), details);
            context.doNotCompleteOnReturn();
            isOut = true;
        } finally {
            if (!isOut) {
                sandbox.remove();
            }
        }
    }

    private HandedOut details(JobRequest request, int attempt, Sandbox sandbox) {
        byte[] token = new byte[TOKEN_BYTES];
        random.nextBytes(token);
        List<String> command = CommandLine.of(executable, request, sandbox);
        return new HandedOut(
                request.jobId(),
                request.processor(),
                attempt,
                sandbox.directory().toString(),
                sandbox.mets().toString(),
                command,
                Base64.getUrlEncoder().withoutPadding().encodeToString(token),
                clock.instant().plus(request.timeout()));
    }

    @Override
    public JobResult collect(CollectRequest request) {
        try {
            return collect(request.job(), request.report());
        } catch (IOException e) {
            throw Activity.wrap(e);
        }
    }

    private JobResult collect(JobRequest request, @Nullable JobReport report) throws IOException {
        Attempt.current(request.jobId().toString()).mustCount();
        Path metsFile = Path.of(request.workspace().metsPath());
        if (report == null) {
            Sandbox.removeAll(metsFile, request.jobId());
            log(request).append("=== taken back without a result");
            return JobResult.failure(request.jobId(), "Nothing was reported.", null);
        }
        if (!report.succeeded()) {
            Sandbox.removeAll(metsFile, request.jobId());
            String reason = request.processor() + " failed outside"
                    + (report.reason() == null ? " and gave no reason." : ": " + report.reason());
            log(request).append("=== reported FAILED: " + reason);
            return JobResult.failure(request.jobId(), reason, null);
        }
        Path kept = kept(metsFile, request, report);
        if (Files.exists(kept)) {
            return QuireData.mapper().readValue(kept.toFile(), JobResult.class);
        }
        return publish(request, report, metsFile, kept);
    }

    private JobResult publish(JobRequest request, JobReport report, Path metsFile, Path kept) throws IOException {
        JobLog log = log(request);
        try {
            var sandbox = Sandbox.reopen(metsFile, request.jobId(), report.attempt(), request.outputGroups());
            log.append("=== reported SUCCESS");
            Mets before = Mets.read(before(sandbox));
            JobResult result = files.publish(request, sandbox, before, log, usage(report, before(sandbox)));
            keep(result, kept);
            sandbox.remove();
            return result;
        } catch (SandboxRefusal | MetsException e) {
            return JobResult.failure(request.jobId(), String.valueOf(e.getMessage()), null);
        }
    }

    /** Whoever asks again because the first answer was lost gets the same, though the sandbox is gone. The run's end removes it. */
    private static void keep(JobResult result, Path kept) throws IOException {
        Path written = kept.resolveSibling(kept.getFileName() + ".part");
        QuireData.mapper().writeValue(written.toFile(), result);
        Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path kept(Path metsFile, JobRequest request, JobReport report) {
        Path sandbox = Sandbox.place(metsFile, request.jobId(), report.attempt());
        return sandbox.resolveSibling(sandbox.getFileName() + ".json");
    }

    private JobResult.Usage usage(JobReport report, Path handedOut) throws IOException {
        var wall = Duration.between(Files.getLastModifiedTime(handedOut).toInstant(), clock.instant());
        return new JobResult.Usage(worker, report.attempt(), false, wall, Duration.ZERO, 0);
    }

    private static Path before(Sandbox sandbox) {
        return sandbox.directory().resolve(METS_BEFORE);
    }

    private JobLog log(JobRequest request) {
        return new JobLog(layout.jobLog(request.jobId()));
    }
}
