package org.quire.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.quire.cli.client.Answer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the processors that can be used now. */
@Command(
        name = "processors",
        mixinStandardHelpOptions = true,
        description = "Lists the processors of the live workers.")
final class ProcessorsCommand implements Callable<Integer> {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Answer<List<String>> processors = server.client().processors();
        if (server.json()) {
            spec.commandLine().getOut().println(processors.json());
        } else {
            processors.value().forEach(spec.commandLine().getOut()::println);
        }
        return ExitCodes.SUCCESS;
    }
}
