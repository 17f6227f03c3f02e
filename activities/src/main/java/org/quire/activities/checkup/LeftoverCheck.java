package org.quire.activities.checkup;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.quire.activities.report.RunReportFiles;
import org.quire.activities.sandbox.RunLeftovers;
import org.quire.activities.temporal.Executions;
import org.quire.mets.MetsException;
import org.quire.workflows.checkup.Finding.Kind;
import org.quire.workflows.checkup.Finding.Standing;
import org.quire.workflows.job.JobState;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.RunId;

/** Looks for private folders of runs that are over. Those of a run that goes on are its own affair. */
final class LeftoverCheck {

    private static final String HOME = ".quire";

    private final Executions executions;
    private final RunReportFiles reports;
    private final Findings findings;

    LeftoverCheck(Executions executions, RunReportFiles reports, Findings findings) {
        this.executions = executions;
        this.reports = reports;
        this.findings = findings;
    }

    void look(Path mets, boolean repair) throws IOException {
        Path home = mets.resolveSibling(HOME);
        for (Path folder : folders(home)) {
            Optional<RunId> run =
                    RunId.parse(Objects.requireNonNull(folder.getFileName()).toString());
            if (run.isEmpty()) {
                findings.add(
                        Kind.LEFTOVERS,
                        folder.toString(),
                        "The folder is not one of Quire's.",
                        "Move it elsewhere: the folder " + HOME + " is Quire's own.",
                        Standing.OPEN);
            } else if (!executions.isOpen(run.get().workflowId())) {
                findings.add(
                        Kind.LEFTOVERS,
                        folder.toString(),
                        "The run is over, but its private folders are still there.",
                        "A repair takes back what its lost jobs published, if no METS vouches for it, and removes them.",
                        repair && isCleared(mets, run.get()) ? Standing.REPAIRED : Standing.REPAIRABLE);
            }
        }
        if (repair) {
            deleteIfEmpty(home);
        }
    }

    private boolean isCleared(Path mets, RunId run) throws IOException {
        Optional<RunReport> report = reports.find(run);
        try {
            new RunLeftovers(mets, run)
                    .clear(job -> report.flatMap(known -> known.status().jobState(job))
                            .filter(JobState.SUCCESS::equals)
                            .isPresent());
            return true;
        } catch (MetsException e) {
            // Without a METS nobody knows what may be taken back.
            return false;
        }
    }

    private static List<Path> folders(Path home) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(home)) {
            entries.forEach(folders::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return folders;
    }

    private static void deleteIfEmpty(Path home) throws IOException {
        try {
            Files.deleteIfExists(home);
        } catch (DirectoryNotEmptyException e) {
            // Runs that go on have folders there.
        }
    }
}
