package org.quire.activities.job;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The log file of one job, to which each attempt appends. */
final class JobLog {

    private static final int TAIL_BYTES = 64 * 1024;
    private static final int LONGEST_WORDS = 500;
    /** The last line of a Python traceback, or what a C program says when it gives up. */
    private static final Pattern EXCEPTION =
            Pattern.compile("^[\\w.]*(Error|Exception|Exit|Interrupt|Invalid\\w*)\\b.*");

    private static final Pattern ERROR = Pattern.compile(".*\\b(ERROR|CRITICAL|FATAL|error:)\\b?.*");

    private final Path file;
    private long start;

    JobLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** Begins the part of an attempt. */
    void open(int attempt, String worker, Instant now, String command) throws IOException {
        Files.createDirectories(file.getParent());
        append("=== attempt " + attempt + " on " + worker + " at " + now + ": " + command);
        start = Files.size(file);
    }

    void append(String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The line of this attempt that best says what went wrong: an exception, else an error, else the last one. */
    Optional<String> lastWords() throws IOException {
        List<String> lines = tail().lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList()
                .reversed();
        return lines.stream()
                .filter(line -> EXCEPTION.matcher(line).matches())
                .findFirst()
                .or(() -> lines.stream()
                        .filter(line -> ERROR.matcher(line).matches())
                        .findFirst())
                .or(() -> lines.stream().findFirst())
                .map(line -> line.length() > LONGEST_WORDS ? line.substring(0, LONGEST_WORDS) + "…" : line);
    }

    private String tail() throws IOException {
        try (var log = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(start, log.length() - TAIL_BYTES);
            var bytes = new byte[(int) Math.max(0, log.length() - from)];
            log.seek(from);
            log.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
