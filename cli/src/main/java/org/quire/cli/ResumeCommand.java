package org.quire.cli;

import java.util.concurrent.Callable;
import org.quire.cli.client.Answer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a new run do what an ended one left undone. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description =
                "Starts a new run that does what a failed, cancelled or stopped one left undone; what succeeded is not"
                        + " done again. Prints the id of the new run.")
final class ResumeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "id of the run that has ended")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Answer<String> resumed = server.client().resume(id);
        spec.commandLine()
                .getOut()
                .println(server.json() ? resumed.json() : "Run " + id + " goes on as run " + resumed.value() + ".");
        return ExitCodes.SUCCESS;
    }
}
