package org.quire.systemtests.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * OCR-D's own programs on a workspace that a METS server serves, unchanged.
 *
 * @param url what they get as {@code -U}
 * @param logs a folder for what they print
 */
public record OcrdWorkspace(Book book, String url, Path logs) {

    private static final Duration LONGEST = Duration.ofSeconds(180);

    /** Adds files named after numbers from 1 up until the server is gone, and prints the id of each that was acknowledged. */
    private static final String ADDER = """
            import sys
            from ocrd.mets_server import ClientSideOcrdMets
            mets = ClientSideOcrdMets(sys.argv[1], sys.argv[2])
            for number in range(1, 100000):
                name = f'ADDED_{number:05}'
                mets.add_file('ADDED', ID=name, mimetype='image/png', pageId='PHYS_0001', local_filename=f'ADDED/{name}.png')
                print(f'added {name}', flush=True)
            """;

    /** The lines that a subcommand of {@code ocrd workspace} prints; it must end with 0. */
    public List<String> call(String... arguments) {
        var command = new ArrayList<>(
                List.of(executable("ocrd"), "workspace", "-d", book.folder().toString(), "-U", url));
        command.addAll(List.of(arguments));
        return ended("ocrd workspace " + arguments[0], command);
    }

    /** Runs a processor on all pages; it must end with 0. */
    public void process(String processor, String inputGroup, String outputGroup) {
        List<String> command = List.of(
                executable(processor), "-m", book.mets().toString(), "-U", url, "-I", inputGroup, "-O", outputGroup);
        ended(processor, command);
    }

    /** OCR-D's client, adding file after file. */
    public ChildProcess startAdder() {
        List<String> command =
                List.of(executable("python3"), "-c", ADDER, url, book.folder().toString());
        return start("adder", command);
    }

    private List<String> ended(String name, List<String> command) {
        try (ChildProcess process = start(name, command)) {
            int exit = process.waitFor(LONGEST);
            assertThat(exit).as(process.output()).isZero();
            // Its own log lines begin with the time.
            return process.output()
                    .lines()
                    .filter(line -> !line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d+ .*"))
                    .toList();
        }
    }

    private ChildProcess start(String name, List<String> command) {
        try {
            Path processors = TestEnvironment.processors().orElseThrow();
            Path log = Files.createTempFile(logs, "ocrd", ".log");
            return ChildProcess.start(name, command, Programs.environment(processors), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String executable(String name) {
        return TestEnvironment.processors().orElseThrow().resolve(name).toString();
    }
}
