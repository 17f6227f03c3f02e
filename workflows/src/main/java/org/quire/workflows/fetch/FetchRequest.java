package org.quire.workflows.fetch;

import java.util.List;
import org.quire.workflows.job.JobId;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Input of the activity that fetches the input files of one job. It names no URL: these are read from {@code mets.xml}, so that
 * what a URL may hold of credentials is not kept twice.
 *
 * @param jobId the job that waits for the files
 * @param groups file groups, at least one
 * @param pages expanded page ids, at least one
 */
public record FetchRequest(JobId jobId, WorkspaceRef workspace, List<String> groups, List<String> pages) {

    public FetchRequest {
        groups = List.copyOf(groups);
        pages = List.copyOf(pages);
    }
}
