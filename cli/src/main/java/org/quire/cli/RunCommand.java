package org.quire.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.quire.api.run.RunDetails;
import org.quire.cli.client.Answer;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RunSubmission;
import org.quire.cli.server.QuireServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Submits a run and follows it to its end. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description =
                "Runs a workflow on a workspace and shows its progress. Without a server it starts one for itself.")
final class RunCommand implements Callable<Integer> {

    @Mixin
    private final WorkOptions work = new WorkOptions();

    @Option(names = "--detach", description = "return when the run is submitted; needs a server")
    private boolean detach;

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
            return run(existing.get(), submission);
        }
        if (detach) {
            throw new BadInput(
                    "--detach needs a server that stays; start one with `quire serve`, or name one with --server.");
        }
        try (QuireServer own =
                hosting.startOwn(work.mets(), "run", spec.commandLine().getErr())) {
            return run(new QuireClient(own.url()), submission);
        }
    }

    private int run(QuireClient client, RunSubmission submission) {
        PrintWriter out = spec.commandLine().getOut();
        // With --json standard output is for the JSON alone.
        PrintWriter words = server.json() ? spec.commandLine().getErr() : out;
        Answer<String> submitted = client.submit(submission);
        if (detach) {
            out.println(server.json() ? submitted.json() : submitted.value());
            return ExitCodes.SUCCESS;
        }
        words.println("Run " + submitted.value() + " on " + client.server());
        Terminal terminal = Terminal.of(System.getenv());
        var follower = new RunFollower(client, words, terminal, Clock.systemUTC());
        Answer<RunDetails> end = follower.follow(submitted.value());
        if (server.json()) {
            out.println(end.json());
        }
        return ExitCodes.of(end.value().state());
    }
}
