package org.quire.cli.client;

import java.util.List;

/** The server understood the request and refuses it. */
public final class RequestRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient List<String> faults;

    /** @param faults at least one, each a sentence */
    RequestRefused(int status, List<String> faults) {
        super(String.join("\n", faults));
        this.status = status;
        this.faults = List.copyOf(faults);
    }

    /** The HTTP status, 4xx. */
    public int status() {
        return status;
    }

    public List<String> faults() {
        return faults;
    }
}
