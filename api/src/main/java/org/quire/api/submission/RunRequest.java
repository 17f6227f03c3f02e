package org.quire.api.submission;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.api.processor.AgentType;
import org.quire.api.script.WorkflowScript;
import org.quire.workflows.run.RunPlan;

/**
 * What a client asks for, not yet checked.
 *
 * @param pages the page expression; empty: all
 * @param pagesPerJob 0: all pages of the run in one job
 * @param callbackUrl told when each job ends; null, or empty in a request: nobody
 * @param workflowCallbackUrl told when the run ends; null, or empty in a request: nobody
 * @param agentType who is to run the jobs
 */
public record RunRequest(
        RunPlan.Kind kind,
        String metsPath,
        WorkflowScript script,
        String pages,
        int pagesPerJob,
        boolean overwrite,
        List<String> dependsOn,
        @Nullable String callbackUrl,
        @Nullable String workflowCallbackUrl,
        @Nullable String description,
        AgentType agentType) {

    public RunRequest {
        callbackUrl = orNull(callbackUrl);
        workflowCallbackUrl = orNull(workflowCallbackUrl);
    }

    /** Of workers. */
    public RunRequest(
            RunPlan.Kind kind,
            String metsPath,
            WorkflowScript script,
            String pages,
            int pagesPerJob,
            boolean overwrite,
            List<String> dependsOn,
            @Nullable String callbackUrl,
            @Nullable String workflowCallbackUrl,
            @Nullable String description) {
        this(
                kind,
                metsPath,
                script,
                pages,
                pagesPerJob,
                overwrite,
                dependsOn,
                callbackUrl,
                workflowCallbackUrl,
                description,
                AgentType.WORKER);
    }

    private static @Nullable String orNull(@Nullable String url) {
        return url == null || url.isEmpty() ? null : url;
    }
}
