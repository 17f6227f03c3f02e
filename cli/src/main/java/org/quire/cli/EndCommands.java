package org.quire.cli;

import java.util.concurrent.Callable;
import org.quire.cli.client.QuireClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The two ways to end a run before its own end. */
final class EndCommands {

    private EndCommands() {}

    /** What both have in common. */
    private abstract static class End implements Callable<Integer> {

        @Parameters(paramLabel = "RUN", description = "id of the run")
        private String id = "";

        @Mixin
        private final ServerOptions server = new ServerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            String answer = end(server.client(), id);
            spec.commandLine().getOut().println(server.json() ? answer : said(id));
            return ExitCodes.SUCCESS;
        }

        abstract String end(QuireClient client, String runId);

        abstract String said(String runId);
    }

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Starts no further job of a run; the running ones end, and what succeeded stays.")
    static final class Cancel extends End {

        @Override
        String end(QuireClient client, String runId) {
            return client.cancel(runId);
        }

        @Override
        String said(String runId) {
            return "Run " + runId + " is being cancelled; jobs that run now may end.";
        }
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Interrupts the running jobs of a run; what succeeded before stays.")
    static final class Stop extends End {

        @Override
        String end(QuireClient client, String runId) {
            return client.stop(runId);
        }

        @Override
        String said(String runId) {
            return "Run " + runId + " is being stopped.";
        }
    }
}
