package org.quire.workflows.engine;

import java.nio.file.Path;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;

/** Where things lie in {@code quire.data-dir}. Names only; it touches no disk. */
public record DataLayout(Path root) {

    /** Stored workflow scripts, one text file each. */
    public Path scripts() {
        return root.resolve("scripts");
    }

    public Path jobLog(JobId job) {
        return root.resolve("logs").resolve(job.run().value()).resolve(job + ".log");
    }

    public Path report(RunId run) {
        return root.resolve("reports").resolve(run.value() + ".json");
    }

    /** One JSON file per worker host ({@link org.quire.workflows.registry.WorkerHostEntry}). */
    public Path workers() {
        return root.resolve("workers");
    }

    /** What the embedded engine keeps: its database and log. */
    public Path engine() {
        return root.resolve("engine");
    }

    /** Cached {@code --dump-json} answers of processors. */
    public Path toolCache() {
        return root.resolve("tools");
    }

    /** Tokens of the REST server, made by itself; for its owner's eyes alone. */
    public Path tokens() {
        return root.resolve("tokens.properties");
    }
}
