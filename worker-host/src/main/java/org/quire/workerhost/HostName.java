package org.quire.workerhost;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** The name of a worker host, which is also the name of its registry file; so it has letters, digits, dots and dashes only. */
record HostName(String value) {

    HostName {
        value = value.replaceAll("[^A-Za-z0-9._-]", "_");
        if (value.isEmpty() || value.startsWith(".")) {
            throw new IllegalArgumentException(
                    "Expected quire.worker.host-name to start with a letter or digit but it is '" + value + "'");
        }
    }

    /** The configured name, else the machine's with the process id, so that two hosts on one machine differ. */
    static HostName of(@Nullable String configured) {
        return configured == null || configured.isBlank()
                ? new HostName(machine() + "-" + ProcessHandle.current().pid())
                : new HostName(configured);
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "host";
        }
    }
}
