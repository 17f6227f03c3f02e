package org.quire.activities.process;

import java.time.Duration;

/** How the run of a processor ended. */
public sealed interface Outcome {

    /** The processor ended well. */
    record Succeeded(Cost cost) implements Outcome {}

    /** The processor said no; saying it again would not help. */
    record Failed(String reason, Cost cost) implements Outcome {}

    /** It took longer than allowed and was ended. */
    record TimedOut(Cost cost) implements Outcome {}

    /** The process was lost through no word of the processor; another attempt may fare better. */
    record Lost(String how) implements Outcome {}

    /**
     * What was used up.
     *
     * @param peakMemoryBytes resident set; 0 if unknown
     */
    record Cost(Duration cpu, long peakMemoryBytes) {

        public static final Cost UNKNOWN = new Cost(Duration.ZERO, 0);
    }
}
