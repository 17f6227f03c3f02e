package org.quire.activities.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds processes by a mark in their environment, which children inherit even if they leave their group. */
public final class Stragglers {

    /** The variable that names the sandbox a process works in. */
    public static final String MARK = "QUIRE_SANDBOX";

    private Stragglers() {}

    /** Kills every process on this machine that is marked with this sandbox; one without {@code /proc} has none to find. */
    public static void kill(Path sandbox) {
        String wanted = '\0' + MARK + '=' + sandbox + '\0';
        ProcessHandle.allProcesses()
                .filter(process -> environment(process.pid()).contains(wanted))
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static String environment(long pid) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
            return '\0' + new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
