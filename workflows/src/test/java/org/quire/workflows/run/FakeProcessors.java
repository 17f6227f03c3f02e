package org.quire.workflows.run;

import io.temporal.activity.Activity;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/** Does what a test says for each job; by default makes one file for each page. */
final class FakeProcessors implements JobActivity {

    /** What one job does. */
    interface Rule {

        JobResult run(JobRequest request);
    }

    final List<JobRequest> requests = new CopyOnWriteArrayList<>();
    volatile Rule rule = FakeProcessors::succeed;

    @Override
    public JobResult run(JobRequest request) {
        requests.add(request);
        return rule.run(request);
    }

    static JobResult succeed(JobRequest request) {
        String group = request.outputGroups().get(0);
        List<MetsFile> files = request.pages().stream()
                .map(page -> new MetsFile(
                        group + "_" + page, group, "text/xml", page, null, group + "/" + group + "_" + page + ".xml"))
                .toList();
        int attempt = Activity.getExecutionContext().getInfo().getAttempt();
        var usage = new JobResult.Usage("here", attempt, false, Duration.ofMillis(20), Duration.ofMillis(10), 1 << 20);
        return JobResult.success(request.jobId(), new MetsAddition(files, List.of()), usage);
    }

    static JobResult fail(JobRequest request) {
        return JobResult.failure(request.jobId(), "exit 1: no image", null);
    }

    /** Heartbeats until the gate opens; being cancelled ends it with the heartbeat's exception. */
    static void heartbeatUntil(CountDownLatch gate, UnaryOperator<String> onBeat) {
        try {
            while (!gate.await(20, TimeUnit.MILLISECONDS)) {
                Activity.getExecutionContext().heartbeat(onBeat.apply("alive"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The test ended.", e);
        }
    }

    List<String> jobIds() {
        return requests.stream().map(request -> request.jobId().toString()).toList();
    }
}
