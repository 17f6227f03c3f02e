package org.quire.activities.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A process with all its children, as one group that is ended as a whole. Once ended, no member of the group lives on.
 *
 * <p>Where {@code setpriv} exists, the kernel kills the leader when this JVM dies, however it dies. It does so when the
 * <em>thread</em> that started it ends, so all are started by one thread that never ends.
 */
public final class ProcessGroup {

    private static final ExecutorService STARTER = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("process-starter").factory());
    private static final Optional<String> SETSID = onPath("setsid");
    private static final Optional<String> SETPRIV = onPath("setpriv");

    private final Process process;

    private ProcessGroup(Process process) {
        this.process = process;
    }

    /** Starts the command as the leader of a new session, its process id being that of the group. */
    public static ProcessGroup start(ProcessBuilder builder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        SETPRIV.ifPresent(setpriv -> command.addAll(List.of(setpriv, "--pdeathsig", "KILL")));
        SETSID.ifPresent(command::add);
        command.addAll(builder.command());
        builder.command(command);
        return new ProcessGroup(inStarter(builder::start));
    }

    public Process process() {
        return process;
    }

    public long pid() {
        return process.pid();
    }

    /** How the leader ended; empty while it lives. */
    public Optional<ExitCode> exitCode() {
        return process.isAlive() ? Optional.empty() : Optional.of(new ExitCode(process.exitValue()));
    }

    /** Whether the leader ended within the time. */
    public boolean waitFor(Duration time) throws InterruptedException {
        return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** SIGTERM to all, SIGKILL to all that live on after the grace period or after the leader. Waits even when interrupted. */
    public void end(Duration grace) {
        List<ProcessHandle> family = family();
        if (process.isAlive()) {
            signal("TERM", family);
            process.destroy();
            awaitUninterrupted(grace);
        }
        signal("KILL", family);
        process.destroyForcibly();
        awaitUninterrupted(Duration.ofSeconds(10));
    }

    /** Only where there are no sessions the children have to be remembered: a dead parent no longer knows them. */
    private List<ProcessHandle> family() {
        return SETSID.isPresent() ? List.of() : process.descendants().toList();
    }

    private void signal(String name, List<ProcessHandle> family) {
        if (SETSID.isPresent()) {
            signalGroup(name);
            return;
        }
        family.forEach(name.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }

    private void signalGroup(String name) {
        boolean interrupted = Thread.interrupted();
        try {
            // The shell's own kill is there even where /bin/kill is not. An empty group is no error to us.
            new ProcessBuilder("sh", "-c", "kill -s " + name + " -- -" + pid() + " 2>/dev/null")
                    .start()
                    .waitFor();
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitUninterrupted(Duration time) {
        var deadline = Deadline.in(time);
        boolean interrupted = false;
        while (process.isAlive() && !deadline.isOver()) {
            try {
                waitFor(deadline.left());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Process inStarter(Callable<Process> start) throws IOException, InterruptedException {
        try {
            return STARTER.submit(start).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IOException("Could not start a process.", e.getCause());
        }
    }

    private static Optional<String> onPath(String program) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
