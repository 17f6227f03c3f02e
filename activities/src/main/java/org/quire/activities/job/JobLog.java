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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log file of one job, to which each attempt appends. */
public final class JobLog {

    private static final Logger LOG = LoggerFactory.getLogger(JobLog.class);
    private static final int TAIL_BYTES = 64 * 1024;
    private static final int LONGEST_WORDS = 500;
    /** The last line of a Python traceback, or what a C program says when it gives up. */
    private static final Pattern EXCEPTION =
            Pattern.compile("^[\\w.]*(Error|Exception|Exit|Interrupt|Invalid\\w*)\\b.*");

    private static final Pattern ERROR = Pattern.compile(".*\\b(ERROR|CRITICAL|FATAL|error:).*");
    /** What ocrd says at the end if single pages failed; their own errors stand before. */
    private static final String SUMMARY = "too many failures with ";

    private final Path file;
    private long start;

    public JobLog(Path file) {
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

    /** Adds a line of what happened before the processor was started; a log that can't be written holds nothing up. */
    public void note(String line) {
        try {
            Files.createDirectories(file.getParent());
            append(line);
        } catch (IOException e) {
            LOG.warn("Could not write to {}: {}", file, e.toString());
        }
    }

    void append(String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * What a processor gave as its reason, or, if that only counts the pages that failed, what the log says of such a page.
     */
    String explain(String reason) throws IOException {
        return reason.contains(SUMMARY) ? lastWords().orElse(reason) : reason;
    }

    /** The line of this attempt that best says what went wrong: an exception, else an error, else the last one. */
    Optional<String> lastWords() throws IOException {
        List<String> lines = tail().lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        int best = last(lines, line -> EXCEPTION.matcher(line).matches() && !line.contains(SUMMARY));
        best = best < 0 ? last(lines, line -> ERROR.matcher(line).matches()) : best;
        best = best < 0 ? lines.size() - 1 : best;
        if (best < 0) {
            return Optional.empty();
        }
        // A message that goes on in the next line.
        boolean open = lines.get(best).endsWith(":") && best + 1 < lines.size();
        String words = open ? lines.get(best) + " " + lines.get(best + 1) : lines.get(best);
        return Optional.of(words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) + "…" : words);
    }

    private static int last(List<String> lines, Predicate<String> wanted) {
        int at = lines.size() - 1;
        while (at >= 0 && !wanted.test(lines.get(at))) {
            at--;
        }
        return at;
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
