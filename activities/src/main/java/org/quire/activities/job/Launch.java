package org.quire.activities.job;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.quire.activities.process.Deadline;
import org.quire.activities.sandbox.Sandbox;
import org.quire.workflows.job.JobRequest;

/** One attempt to run a processor. */
record Launch(JobRequest request, int attempt, Sandbox sandbox, JobLog log, Deadline deadline) {

    /** Linux takes no single argument over 128 KB. */
    private static final int LONGEST_PAGE_ID = 100 * 1024;

    /**
     * The pages as {@code -g} takes them. The METS of the sandbox has no others, so that leaving them out changes nothing
     * but what the processor notes about itself.
     *
     * @return null if they are all pages, or too many to be named
     */
    @Nullable
    String pageId() {
        if (request.wholeWorkspace()) {
            return null;
        }
        String pages = String.join(",", request.pages());
        return pages.getBytes(StandardCharsets.UTF_8).length > LONGEST_PAGE_ID ? null : pages;
    }
}
