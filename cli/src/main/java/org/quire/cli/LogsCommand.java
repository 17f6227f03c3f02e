package org.quire.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.quire.workflows.engine.QuireData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a processor said in a job. */
@Command(name = "logs", mixinStandardHelpOptions = true, description = "Prints the log of a job.")
final class LogsCommand implements Callable<Integer> {

    @Parameters(paramLabel = "JOB", description = "id of the job")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws JsonProcessingException {
        String log = server.client().log(id);
        spec.commandLine()
                .getOut()
                .println(
                        server.json()
                                ? QuireData.mapper().writeValueAsString(Map.of("job_id", id, "log", log))
                                : log.stripTrailing());
        return ExitCodes.SUCCESS;
    }
}
