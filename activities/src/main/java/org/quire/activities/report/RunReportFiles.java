package org.quire.activities.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.report.RunReport;
import org.quire.workflows.run.RunId;

/** Reports as JSON files, one per run. A report is there whole or not at all. */
public final class RunReportFiles {

    private static final String SUFFIX = ".json";

    private final DataLayout layout;

    public RunReportFiles(DataLayout layout) {
        this.layout = layout;
    }

    /** The report of a run; empty if it hasn't ended or was never heard of. */
    public Optional<RunReport> find(RunId run) {
        Path file = layout.report(run);
        try {
            return Optional.of(QuireData.mapper().readValue(Files.readAllBytes(file), RunReport.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Expected a run's report in '" + file + "', but " + e.getMessage(), e);
        }
    }

    /** Whether there is one, readable or not. */
    public boolean has(RunId run) {
        return Files.exists(layout.report(run));
    }

    /** The runs that have a report, in the order of their ids, which is that of their beginnings; other files are left out. */
    public List<RunId> runs() {
        Path folder = Objects.requireNonNull(layout.report(new RunId("any")).getParent());
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .flatMap(name -> RunId.parse(name).stream())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("Expected reports in '" + folder + "', but " + e.getMessage(), e);
        }
    }

    /** Writes a report, replacing an earlier one of the same run. */
    void write(RunReport report) {
        Path file = layout.report(report.plan().runId());
        Path folder = Objects.requireNonNull(file.getParent());
        try {
            byte[] json = QuireData.mapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(report);
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, file.getFileName() + ".", ".tmp");
            try {
                writeDurably(draft, json);
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                sync(folder);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Expected to write '" + file + "', but " + e.getMessage(), e);
        }
    }

    private static void writeDurably(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
