package org.quire.activities.job;

import org.jspecify.annotations.Nullable;
import org.quire.activities.process.Deadline;
import org.quire.activities.sandbox.Sandbox;
import org.quire.workflows.job.JobRequest;

/** One attempt to run a processor. */
record Launch(JobRequest request, int attempt, Sandbox sandbox, JobLog log, Deadline deadline) {

    /** As {@link CommandLine#pageId}. */
    @Nullable
    String pageId() {
        return CommandLine.pageId(request);
    }
}
