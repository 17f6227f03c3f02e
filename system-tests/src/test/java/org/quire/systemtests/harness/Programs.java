package org.quire.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Quire's two programs, each as a process of its own, over one data folder.
 *
 * @param folder data, workspaces, logs and test processors lie in it
 * @param temporal {@code HOST:PORT}
 */
public record Programs(Path folder, String temporal) {

    private static final String API = "org.quire.api.ApiApplication";
    private static final String WORKER_HOST = "org.quire.workerhost.WorkerHostApplication";

    /** Makes what lies in the folder, which may be there. */
    public Programs {
        try {
            Files.createDirectories(folder.resolve("workspaces"));
            Files.createDirectories(folder.resolve("data"));
            Recorder.install(folder.resolve("recorder"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder that workspaces must lie under. */
    public Path workspaces() {
        return folder.resolve("workspaces");
    }

    public Path dataDir() {
        return folder.resolve("data");
    }

    /** @param more further options, such as {@code --quire.max-attempts=5} */
    public ChildProcess api(int port, List<String> more) {
        var options = new ArrayList<>(List.of(
                "--quire.port=" + port,
                "--quire.temporal=" + temporal,
                "--quire.data-dir=" + dataDir(),
                "--quire.workspaces=" + workspaces()));
        options.addAll(more);
        return ChildProcess.startJava("REST server", API, options, Map.of(), folder.resolve("api.log"));
    }

    /**
     * @param name of the process and of its log
     * @param config the YAML file of its workers
     */
    public ChildProcess workerHost(String name, Path config) {
        Path processors = TestEnvironment.processors().orElseThrow();
        return ChildProcess.startJava(
                name,
                WORKER_HOST,
                List.of(
                        "--quire.temporal=" + temporal,
                        "--quire.data-dir=" + dataDir(),
                        "--quire.processors=" + folder.resolve("recorder") + "," + processors,
                        "--quire.worker-config=" + config),
                environment(processors),
                folder.resolve(name.replace(' ', '-') + ".log"));
    }

    /** The environment of processors: Tesseract's models, and a PATH without the processors of the machine. */
    static Map<String, String> environment(Path processors) {
        return Map.of(
                "TESSDATA_PREFIX",
                TestEnvironment.tessdata().orElseThrow().toString(),
                "PATH",
                processors + ":/usr/local/bin:/usr/bin:/bin",
                "GIT_PYTHON_REFRESH",
                "quiet");
    }
}
