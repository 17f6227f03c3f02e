package org.quire.api.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.RunId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The reports of ended runs. A report never changes once it is there. */
@Component
class RunReports {

    private static final Logger LOG = LoggerFactory.getLogger(RunReports.class);
    private static final String SUFFIX = ".json";
    private static final int SUMMARIES_KEPT = 1000;

    private final DataLayout layout;
    private final BoundedCache<RunId, RunSummary> summaries = new BoundedCache<>(SUMMARIES_KEPT);

    RunReports(DataLayout layout) {
        this.layout = layout;
    }

    Optional<RunSnapshot> find(RunId run) {
        try {
            RunReport report = QuireData.mapper().readValue(Files.readAllBytes(layout.report(run)), RunReport.class);
            return Optional.of(
                    new RunSnapshot(report.plan(), report.status(), Map.of(), report.startedAt(), report.endedAt()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("The report of run " + run + " can't be read: " + e.getMessage(), e);
        }
    }

    Optional<RunSummary> summary(RunId run) {
        Optional<RunSummary> kept = summaries.find(run);
        if (kept.isPresent()) {
            return kept;
        }
        Optional<RunSummary> read = find(run).map(RunReports::summarise);
        read.ifPresent(summary -> summaries.put(run, summary));
        return read;
    }

    /** Summaries of the latest reports, newest first; run ids sort by time. */
    List<RunSummary> recent(int limit) {
        Path folder = layout.report(new RunId("any")).getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .sorted(Comparator.reverseOrder())
                    .limit(limit)
                    .flatMap(name -> listed(name.substring(0, name.length() - SUFFIX.length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<RunSummary> listed(String name) {
        try {
            return summary(new RunId(name)).stream();
        } catch (UncheckedIOException | IllegalArgumentException e) {
            // One bad file must not hide the other runs.
            LOG.warn("Left out of the list of runs: {}", e.getMessage());
            return Stream.empty();
        }
    }

    private static RunSummary summarise(RunSnapshot run) {
        return new RunSummary(
                run.plan().runId(),
                run.state(),
                run.plan().workspace().metsPath(),
                run.plan().steps().size(),
                run.plan().units().pages().size(),
                run.startedAt(),
                run.endedAt());
    }
}
