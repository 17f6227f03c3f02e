package org.quire.workerhost;

import java.util.List;
import org.quire.activities.catalogue.HostedProcessor;
import org.quire.activities.catalogue.ServerSettings;
import org.quire.activities.server.ProcessorServer;
import org.quire.workflows.fetch.FileFetch;
import org.quire.workflows.job.JobActivity;

/**
 * What the workers of a host run.
 *
 * @param workflows implementation classes of all workflows
 * @param engineActivities what the workflows call besides processors
 * @param fetch brings remote input files
 * @param jobs makes the activities that run, or hand out, one processor's jobs
 * @param forwarding makes the activity that has Processor Servers run one processor's jobs
 * @param release ends what the jobs keep alive between them; called once, after the last job
 */
record WorkerParts(
        List<Class<?>> workflows,
        List<Object> engineActivities,
        FileFetch fetch,
        JobsOfProcessor jobs,
        JobsOfServers forwarding,
        Runnable release) {

    /** An activity implementation. */
    @FunctionalInterface
    interface JobsOfProcessor {
        Object of(HostedProcessor processor);
    }

    @FunctionalInterface
    interface JobsOfServers {
        JobActivity of(List<ProcessorServer> servers, ServerSettings settings);
    }
}
