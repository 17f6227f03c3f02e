package org.quire.activities.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Reads from {@code /proc} what a living process has used so far; keeps the last reading. Elsewhere it stays at zero. */
public final class UsageMeter {

    /** Milliseconds of one kernel clock tick as shown to programs (USER_HZ), the same on all Linux platforms. */
    private static final long TICK_MILLIS = 10;

    private static final int USER_TIME = 11;
    private static final int LAST_TIME = USER_TIME + 3;

    private final Path folder;
    private Duration cpu = Duration.ZERO;
    private long peakMemoryBytes;

    public UsageMeter(long pid) {
        this.folder = Path.of("/proc", Long.toString(pid));
    }

    public void sample() {
        try {
            cpu = cpuOf(Files.readString(folder.resolve("stat")));
            peakMemoryBytes = Math.max(peakMemoryBytes, peakOf(Files.readString(folder.resolve("status"))));
        } catch (IOException | RuntimeException e) {
            // The process has just ended, or there is no /proc: the last reading stands.
        }
    }

    public Outcome.Cost cost() {
        return new Outcome.Cost(cpu, peakMemoryBytes);
    }

    /** User and system time of the process and of its children that have ended. */
    private static Duration cpuOf(String stat) {
        // The second field is the program's name in brackets and may hold blanks and brackets.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int i = USER_TIME; i <= LAST_TIME; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return Duration.ofMillis(ticks * TICK_MILLIS);
    }

    private static long peakOf(String status) {
        return status.lines()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }
}
