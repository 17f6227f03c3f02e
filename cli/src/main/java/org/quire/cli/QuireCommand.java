package org.quire.cli;

import java.io.PrintWriter;
import org.quire.cli.client.RequestRefused;
import org.quire.cli.client.ServerFailed;
import org.quire.cli.engine.EngineException;
import org.quire.cli.server.Logs;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The {@code quire} command. */
@Command(
        name = "quire",
        description = "Runs OCR-D workflows over digitised books.",
        mixinStandardHelpOptions = true,
        versionProvider = QuireCommand.Version.class,
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            RunCommand.class,
            ValidateCommand.class,
            StatusCommand.class,
            ListCommand.class,
            LogsCommand.class,
            EndCommands.Cancel.class,
            EndCommands.Stop.class,
            ResumeCommand.class,
            ProcessorsCommand.class,
            DoctorCommand.class,
            MetsCommand.class,
            ShutdownCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {"", "Exit codes: 0 success, 1 failed, 2 bad input, 3 cancelled, 4 no server or an unexpected fault."})
public final class QuireCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    public static void main(String[] args) {
        Logs.quiet();
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new QuireCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(QuireCommand::explain);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int explain(Exception fault, CommandLine command, ParseResult parsed) throws Exception {
        PrintWriter err = command.getErr();
        return switch (fault) {
            case RequestRefused refused -> {
                refused.faults().forEach(err::println);
                yield ExitCodes.BAD_INPUT;
            }
            case BadInput bad -> {
                err.println(bad.getMessage());
                yield ExitCodes.BAD_INPUT;
            }
            case ServerFailed failed -> {
                err.println(failed.getMessage());
                yield ExitCodes.UNKNOWN;
            }
            case EngineException noEngine -> {
                err.println(noEngine.getMessage());
                yield ExitCodes.UNKNOWN;
            }
            default -> {
                err.println("Unexpected fault; please report it with what follows.");
                fault.printStackTrace(err);
                yield ExitCodes.UNKNOWN;
            }
        };
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = QuireCommand.class.getPackage().getImplementationVersion();
            return new String[] {"quire " + (version == null ? "(not built as a jar)" : version)};
        }
    }
}
