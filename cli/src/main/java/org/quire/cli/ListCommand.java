package org.quire.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.quire.api.run.RunSummary;
import org.quire.cli.client.Answer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists runs. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the latest runs, newest first.")
final class ListCommand implements Callable<Integer> {

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "most runs (default: 50)")
    private int limit;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Answer<List<RunSummary>> runs = server.client().runs(limit);
        PrintWriter out = spec.commandLine().getOut();
        if (server.json()) {
            out.println(runs.json());
            return ExitCodes.SUCCESS;
        }
        for (RunSummary run : runs.value()) {
            out.println("%s  %-9s  %d steps x %d pages  %s  %s"
                    .formatted(run.runId(), run.state(), run.steps(), run.pages(), run.startedAt(), run.workspace()));
        }
        return ExitCodes.SUCCESS;
    }
}
