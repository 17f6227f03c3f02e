package org.quire.cli.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that ends when the process that started it does, however that ends: a shell holds the other end of its standard input and
 * sends SIGTERM to the command when that closes. The command has a process group of its own, so that Ctrl-C in the
 * terminal reaches Quire and not the engine that it needs to end its runs.
 */
final class WatchedCommand {

    private static final String SCRIPT = """
            set -m
            trap '' INT
            exec 3<&0 </dev/null
            "$@" 3<&- &
            command=$!
            { read -r _ <&3; kill -TERM "$command"; } 2>/dev/null &
            watch=$!
            exec 3<&-
            trap 'kill -TERM "$command" 2>/dev/null' TERM HUP
            while kill -0 "$command" 2>/dev/null; do wait "$command"; code=$?; done
            kill -KILL "$watch" 2>/dev/null
            exit "${code:-1}"
            """;

    private WatchedCommand() {}

    /** The command under watch; as it is on a system without bash. */
    static List<String> of(List<String> command) {
        for (Path bash : List.of(Path.of("/bin/bash"), Path.of("/usr/bin/bash"))) {
            if (Files.isExecutable(bash)) {
                var watched = new ArrayList<>(List.of(bash.toString(), "-c", SCRIPT, "quire-engine"));
                watched.addAll(command);
                return watched;
            }
        }
        return command;
    }
}
