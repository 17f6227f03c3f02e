package org.quire.activities.report;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.quire.activities.sandbox.RunLeftovers;
import org.quire.mets.MetsException;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.JobState;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.report.RunReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps reports in the data folder and takes back what a run's lost jobs left. Leftovers that can't be removed don't hold the run up. */
public final class FileRunArchive implements RunArchive {

    private static final Logger LOG = LoggerFactory.getLogger(FileRunArchive.class);
    private static final String SANDBOXES = ".quire";

    private final RunReportFiles reports;

    public FileRunArchive(DataLayout layout) {
        this.reports = new RunReportFiles(layout);
    }

    @Override
    public void archive(RunReport report) {
        reports.write(report);
        Path metsFile = Path.of(report.plan().workspace().metsPath());
        try {
            new RunLeftovers(metsFile, report.plan().runId()).clear(job -> state(report, job) == JobState.SUCCESS);
            deleteIfEmpty(metsFile.resolveSibling(SANDBOXES));
        } catch (IOException | MetsException e) {
            LOG.warn("Leftovers of run {} stay beside '{}': {}", report.plan().runId(), metsFile, e.toString());
        }
    }

    private static JobState state(RunReport report, JobId job) {
        return report.status().jobState(job).orElse(JobState.CANCELLED);
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("Other runs still have sandboxes in '{}'.", folder);
        }
    }
}
