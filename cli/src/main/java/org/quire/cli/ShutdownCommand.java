package org.quire.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Ends a server. */
@Command(
        name = "shutdown",
        mixinStandardHelpOptions = true,
        description =
                "Ends a server in good order; its runs go on when it is back. Needs a token of the role admin, if any.")
final class ShutdownCommand implements Callable<Integer> {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        var client = server.client();
        String answer = client.shutDown();
        spec.commandLine()
                .getOut()
                .println(
                        server.json()
                                ? answer
                                : "The server at " + client.server() + " ends; runs go on when it is back.");
        return ExitCodes.SUCCESS;
    }
}
