package org.quire.workflows.job;

import java.time.Duration;
import java.util.List;
import org.quire.mets.MetsFile;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Input of the activity that runs one processor on one unit.
 *
 * @param stepNumber from 1, for people
 * @param pages expanded page ids, at least one
 * @param wholeWorkspace whether {@code pages} are all pages of the workspace
 * @param earlierFiles what earlier steps of the run made, or what was fetched, for these pages and {@code mets.xml} may not
 *     have yet
 * @param overwrite whether files of the output groups may be replaced
 * @param timeout longest time that one attempt's process may take
 * @param stopGrace time between SIGTERM and SIGKILL
 */
public record JobRequest(
        JobId jobId,
        int stepNumber,
        WorkspaceRef workspace,
        String processor,
        List<String> inputGroups,
        List<String> outputGroups,
        Parameters parameters,
        List<String> pages,
        boolean wholeWorkspace,
        List<MetsFile> earlierFiles,
        boolean overwrite,
        Duration timeout,
        Duration stopGrace) {}
