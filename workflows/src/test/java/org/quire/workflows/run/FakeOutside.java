package org.quire.workflows.run;

import io.temporal.activity.Activity;
import io.temporal.client.ActivityCompletionClient;
import io.temporal.client.WorkflowClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.quire.workflows.job.CollectRequest;
import org.quire.workflows.job.ExternalJobActivity;
import org.quire.workflows.job.JobReport;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

/** Hands jobs out and lets the test report them, as somebody outside would. */
final class FakeOutside implements ExternalJobActivity {

    final List<CollectRequest> collected = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> open = new ConcurrentHashMap<>();
    private final ActivityCompletionClient completion;

    /** What is done to collect a job; by default what a test processor makes. */
    volatile Function<CollectRequest, JobResult> collecting = FakeOutside::publish;

    FakeOutside(WorkflowClient client) {
        completion = client.newActivityCompletionClient();
    }

    @Override
    public JobReport handOut(JobRequest request) {
        var context = Activity.getExecutionContext();
        open.put(request.jobId().toString(), context.getTaskToken());
        context.doNotCompleteOnReturn();
        return new JobReport(0, false, "not looked at");
    }

    @Override
    public JobResult collect(CollectRequest request) {
        collected.add(request);
        return collecting.apply(request);
    }

    static JobResult publish(CollectRequest request) {
        if (request.report() == null || !request.report().succeeded()) {
            return JobResult.failure(request.job().jobId(), "exit 3", null);
        }
        return FakeProcessors.succeed(request.job());
    }

    boolean isOut(String job) {
        return open.containsKey(job);
    }

    void report(String job, JobReport report) {
        completion.complete(open.get(job), report);
    }

    /** The job ids of what was thrown away. */
    List<String> discarded() {
        return collected.stream()
                .filter(request -> request.report() == null)
                .map(request -> request.job().jobId().toString())
                .toList();
    }
}
