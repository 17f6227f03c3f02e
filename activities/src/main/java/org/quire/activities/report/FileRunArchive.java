package org.quire.activities.report;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.quire.activities.sandbox.FileTrees;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.report.RunArchive;
import org.quire.workflows.report.RunReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps reports in the data folder and removes a run's sandboxes. Leftovers that can't be removed don't hold the run up. */
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
        Path sandboxes = Path.of(report.plan().workspace().directory()).resolve(SANDBOXES);
        Path leftovers = sandboxes.resolve(report.plan().runId().value());
        try {
            FileTrees.delete(leftovers);
            deleteIfEmpty(sandboxes);
        } catch (IOException e) {
            LOG.warn("Leftovers of run {} stay in '{}': {}", report.plan().runId(), leftovers, e.toString());
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("Other runs still have sandboxes in '{}'.", folder);
        }
    }
}
