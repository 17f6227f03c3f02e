package org.quire.api.submission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A request with faults: all of them, and nothing was started, locked or written. */
public final class SubmissionRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A script may have thousands of lines, and a fault in each. */
    private static final int MOST_NAMED = 100;

    private final transient List<Fault> faults;

    /** @param faults at least one */
    public SubmissionRefused(List<Fault> faults) {
        super(named(faults).stream().map(Fault::message).collect(Collectors.joining("\n")));
        this.faults = named(faults);
    }

    private static List<Fault> named(List<Fault> faults) {
        List<Fault> sorted =
                faults.stream().sorted(Comparator.comparing(Fault::kind)).toList();
        if (sorted.size() <= MOST_NAMED) {
            return sorted;
        }
        var named = new ArrayList<>(sorted.subList(0, MOST_NAMED));
        named.add(new Fault(sorted.getLast().kind(), "And " + (sorted.size() - MOST_NAMED) + " more faults."));
        return List.copyOf(named);
    }

    public SubmissionRefused(Fault.Kind kind, String message) {
        this(List.of(new Fault(kind, message)));
    }

    /** The most basic first; of more than a hundred the rest is only counted. */
    public List<Fault> faults() {
        return faults;
    }

    /** The HTTP status of the most basic fault. */
    public int status() {
        return faults.getFirst().kind().status();
    }
}
