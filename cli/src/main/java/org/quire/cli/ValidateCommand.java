package org.quire.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.quire.api.run.PlannedAnswer;
import org.quire.cli.client.Answer;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RunSubmission;
import org.quire.cli.server.QuireServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what a run would do. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = "Says what a run would do, or all that is wrong with it, and starts nothing."
                + " Without a server it starts one for itself.",
        footer = "Exit codes: 0 it could run, 2 bad input.")
final class ValidateCommand implements Callable<Integer> {

    @Mixin
    private final WorkOptions work = new WorkOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final HostingOptions hosting = new HostingOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        RunSubmission submission = work.submission();
        Optional<QuireClient> existing = server.ifThere();
        if (existing.isPresent()) {
            return validate(existing.get(), submission);
        }
        try (QuireServer own =
                hosting.startOwn(work.mets(), "look", spec.commandLine().getErr())) {
            return validate(new QuireClient(own.url()), submission);
        }
    }

    private int validate(QuireClient client, RunSubmission submission) {
        Answer<PlannedAnswer> answer = client.validate(submission);
        var out = spec.commandLine().getOut();
        if (server.json()) {
            out.println(answer.json());
            return ExitCodes.SUCCESS;
        }
        PlannedAnswer plan = answer.value();
        out.println("%d pages of %s in %d jobs".formatted(plan.pages(), plan.pathToMets(), plan.jobs()));
        plan.steps()
                .forEach(step -> out.println("  %s: %s -> %s"
                        .formatted(
                                step.processorName(),
                                String.join(", ", step.inputFileGrps()),
                                step.outputFileGrps().isEmpty()
                                        ? "no group of its own"
                                        : String.join(", ", step.outputFileGrps()))));
        return ExitCodes.SUCCESS;
    }
}
