package org.quire.cli.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Shell scripts that stand in for programs. */
final class Scripts {

    private Scripts() {}

    static Path executable(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The process id that a script wrote with {@code echo $$ > FILE}. */
    static ProcessHandle process(Path pidFile) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
                .orElseThrow();
    }
}
