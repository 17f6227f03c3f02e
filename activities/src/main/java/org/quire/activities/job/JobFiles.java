package org.quire.activities.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.quire.activities.sandbox.Publication;
import org.quire.activities.sandbox.Sandbox;
import org.quire.activities.sandbox.SandboxRefusal;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsException;
import org.quire.mets.MetsFile;
import org.quire.mets.PageView;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a job sees of its workspace, and what the workspace takes of what it made. */
final class JobFiles {

    private static final Logger LOG = LoggerFactory.getLogger(JobFiles.class);

    private final MetsCache metsCache;

    JobFiles(MetsCache metsCache) {
        this.metsCache = metsCache;
    }

    /** A sandbox with the page view; the caller removes it. */
    Sandbox open(JobRequest request, int attempt) throws IOException {
        Path metsFile = Path.of(request.workspace().metsPath());
        Mets mets = metsCache.get(metsFile);
        var sandbox = Sandbox.create(metsFile, request.jobId(), attempt, request.outputGroups(), seeds(request, mets));
        try {
            PageView.write(mets, request.pages(), request.earlierFiles(), sandbox.mets());
            return sandbox;
        } catch (IOException | RuntimeException e) {
            sandbox.remove();
            throw e;
        }
    }

    /**
     * Moves what the job made into the workspace.
     *
     * @param before the METS of the sandbox as the job found it
     */
    JobResult publish(JobRequest request, Sandbox sandbox, Mets before, JobLog log, JobResult.Usage usage)
            throws IOException {
        try {
            Mets after = Mets.read(sandbox.mets());
            reportMissingPages(request, after, log);
            MetsAddition added = PageView.difference(before, after, request.outputGroups());
            MetsAddition published = new Publication(sandbox, path -> mayReplace(request, path)).publish(added);
            return JobResult.success(request.jobId(), published, usage);
        } catch (SandboxRefusal | MetsException e) {
            log.append("=== Not published: " + e.getMessage());
            return JobResult.failure(request.jobId(), String.valueOf(e.getMessage()), usage);
        }
    }

    /** Processors may leave out pages and yet end well; ocrd does so for up to a tenth of them, by its default settings. */
    private static void reportMissingPages(JobRequest request, Mets after, JobLog log) throws IOException {
        for (String group : request.outputGroups()) {
            List<String> missing = request.pages().stream()
                    .filter(page -> after.files(group, page).isEmpty())
                    .toList();
            if (!missing.isEmpty()) {
                LOG.warn(
                        "Job {} ({}) succeeded, but made no file in {} for {} of its {} pages",
                        request.jobId(),
                        request.processor(),
                        group,
                        missing.size(),
                        request.pages().size());
                log.append("=== No file in " + group + " for " + String.join(", ", missing));
            }
        }
    }

    /** A file that no METS entry names is nobody's: the rest of a lost attempt, or of a run that was stopped. */
    private boolean mayReplace(JobRequest request, Path relative) {
        if (request.overwrite()) {
            return true;
        }
        try {
            return metsCache.get(Path.of(request.workspace().metsPath())).files().stream()
                    .noneMatch(file -> relative.toString().equals(file.localPath()));
        } catch (IOException e) {
            return false;
        }
    }

    /** Files of groups that the job reads and writes at once. */
    private static List<MetsFile> seeds(JobRequest request, Mets mets) {
        return request.inputGroups().stream()
                .filter(request.outputGroups()::contains)
                .flatMap(group -> Stream.concat(
                        request.pages().stream().flatMap(page -> mets.files(group, page).stream()),
                        request.earlierFiles().stream()
                                .filter(file -> file.fileGroup().equals(group))))
                .toList();
    }
}
