package org.quire.api.submission;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A request with faults: all of them, and nothing was started, locked or written. */
public final class SubmissionRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Fault> faults;

    /** @param faults at least one */
    public SubmissionRefused(List<Fault> faults) {
        super(faults.stream()
                .sorted(Comparator.comparing(Fault::kind))
                .map(Fault::message)
                .collect(Collectors.joining("\n")));
        this.faults = faults.stream().sorted(Comparator.comparing(Fault::kind)).toList();
    }

    public SubmissionRefused(Fault.Kind kind, String message) {
        this(List.of(new Fault(kind, message)));
    }

    /** The most basic first. */
    public List<Fault> faults() {
        return faults;
    }

    /** The HTTP status of the most basic fault. */
    public int status() {
        return faults.getFirst().kind().status();
    }
}
