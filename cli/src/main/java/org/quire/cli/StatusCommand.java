package org.quire.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.quire.api.run.RunDetails;
import org.quire.cli.client.Answer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells all about one run. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Shows a run.")
final class StatusCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "id of the run")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Answer<RunDetails> run = server.client().run(id);
        PrintWriter out = spec.commandLine().getOut();
        if (server.json()) {
            out.println(run.json());
        } else {
            print(run.value(), out);
        }
        return ExitCodes.SUCCESS;
    }

    private static void print(RunDetails run, PrintWriter out) {
        out.println(run.runId() + "  " + run.state() + (run.reason() == null ? "" : ": " + run.reason()));
        out.println("workspace  " + run.workspace());
        out.println("pages      " + run.pages() + " in " + run.units() + " jobs for each step"
                + (run.pageId().isEmpty() ? "" : " (" + run.pageId() + ")"));
        out.println("submitted  " + run.submittedAt() + (run.endedAt() == null ? "" : ", ended " + run.endedAt()));
        for (RunDetails.Step step : run.steps()) {
            String counts = step.counts().entrySet().stream()
                    .map(count -> count.getKey() + " " + count.getValue())
                    .collect(Collectors.joining(", "));
            out.println("%2d %s  %s -> %s  %s"
                    .formatted(
                            step.step(),
                            step.processor(),
                            String.join(",", step.inputGroups()),
                            String.join(",", step.outputGroups()),
                            counts));
        }
        for (RunDetails.Failure failure : run.failures()) {
            out.println("%s  %s on %s: %s"
                    .formatted(
                            failure.jobId(),
                            failure.processor(),
                            String.join(", ", failure.pages()),
                            failure.reason()));
        }
        if (run.webUi() != null) {
            out.println("Temporal   " + run.webUi());
        }
    }
}
