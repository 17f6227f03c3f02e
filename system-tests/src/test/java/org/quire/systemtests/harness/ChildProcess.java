package org.quire.systemtests.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that the tests started; it writes to a log file and never outlives this JVM. */
public final class ChildProcess implements AutoCloseable {

    private static final List<ChildProcess> ALL = new CopyOnWriteArrayList<>();
    private static final int LINES_SHOWN = 80;
    private static final Duration LONGEST_START = Duration.ofSeconds(120);

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.reversed().forEach(ChildProcess::endNow)));
    }

    private final String name;
    private final Process process;
    private final Path log;

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * @param environment added to that of this JVM
     * @param log appended to
     */
    public static ChildProcess start(String name, List<String> command, Map<String, String> environment, Path log) {
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            var child = new ChildProcess(name, builder.start(), log);
            ALL.add(child);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a main class of this JVM's class path in a JVM of its own. */
    static ChildProcess startJava(
            String name, String mainClass, List<String> arguments, Map<String, String> environment, Path log) {
        Path temporary = log.resolveSibling("tmp");
        if (!temporary.toFile().mkdir() && !Files.isDirectory(temporary)) {
            throw new IllegalStateException("Expected to make the folder " + temporary + ".");
        }
        var command = new ArrayList<>(List.of(
                // A shell that has the tests in the background lets them, and so all their children, ignore SIGINT.
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // What one that is killed leaves there is then in sight.
                "-Djava.io.tmpdir=" + temporary,
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
        command.addAll(arguments);
        return start(name, command, environment, log);
    }

    /** CPU time so far, without that of its children. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
    }

    /** The exit code. */
    public int waitFor(Duration longest) {
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(
                        "Expected %s to end within %s, but it goes on:%n%s".formatted(name, longest, tail()));
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits for a line of its output.
     *
     * @param pattern a regular expression with one group
     * @return what the group matched
     */
    public String awaitLine(String pattern, Duration longest) {
        Pattern line = Pattern.compile(pattern);
        await(name + " prints " + pattern)
                .atMost(longest)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    mustLive();
                    return line.matcher(output()).find();
                });
        Matcher found = line.matcher(output());
        if (!found.find()) {
            throw new IllegalStateException("Expected a log that only grows.");
        }
        return found.group(1);
    }

    /** All that it has printed. */
    public String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the address answers 200. */
    void awaitAnswer(URI address) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request =
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5)).build();
        await(name + " answers at " + address)
                .atMost(LONGEST_START)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    mustLive();
                    return answersOk(client, request);
                });
    }

    private static boolean answersOk(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    void mustLive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    "Expected %s to run, but it ended with %d:%n%s".formatted(name, process.exitValue(), tail()));
        }
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** @param name such as {@code STOP}, {@code CONT} or {@code TERM} */
    public void signal(String name) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + name + " " + pid())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL, as {@code kill -9} does: the process can do nothing about it. */
    public void killNow() {
        process.destroyForcibly();
        waitFor(Duration.ofSeconds(20));
    }

    /** SIGTERM, then SIGKILL. */
    @Override
    public void close() {
        endNow();
    }

    private void endNow() {
        ALL.remove(this);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    String tail() {
        List<String> lines = output().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    static void printLogs(String test) {
        for (ChildProcess child : ALL) {
            // A test may have removed the folder of a system that has ended by itself.
            String tail = Files.exists(child.log) ? child.tail() : "(its log is gone)";
            System.err.printf("---- %s when '%s' failed (%s)%n%s%n", child.name, test, child.log, tail);
        }
    }
}
