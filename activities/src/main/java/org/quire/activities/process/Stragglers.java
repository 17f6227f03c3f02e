package org.quire.activities.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Finds processes by a mark in their environment, which children inherit even if they leave their group and their session, or by the
 * folder that they work in.
 */
public final class Stragglers {

    /** The variable that says what a process belongs to: a sandbox, or a warm process. */
    public static final String MARK = "QUIRE_SANDBOX";

    /** One that forks while it is looked for may be missed once, but not for long. */
    private static final int ROUNDS = 20;

    private Stragglers() {}

    /** Kills every process on this machine that belongs to this sandbox; a system without {@code /proc} has none to find. */
    public static void kill(Path sandbox) {
        killAll(pid -> isMarked(pid, sandbox.toString()) || worksIn(pid, sandbox));
    }

    /** Kills every process on this machine with this value of {@link #MARK}. */
    public static void kill(String mark) {
        killAll(pid -> isMarked(pid, mark));
    }

    private static void killAll(LongPredicate belongs) {
        long self = ProcessHandle.current().pid();
        for (int round = 0; round < ROUNDS; round++) {
            List<ProcessHandle> found = ProcessHandle.allProcesses()
                    .filter(process -> process.pid() != self && belongs.test(process.pid()))
                    .toList();
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static boolean isMarked(long pid, String mark) {
        try {
            byte[] bytes = Files.readAllBytes(proc(pid, "environ"));
            return ('\0' + new String(bytes, StandardCharsets.UTF_8)).contains('\0' + MARK + '=' + mark + '\0');
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean worksIn(long pid, Path folder) {
        try {
            return Files.readSymbolicLink(proc(pid, "cwd")).startsWith(folder);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static Path proc(long pid, String name) {
        return Path.of("/proc", Long.toString(pid), name);
    }
}
