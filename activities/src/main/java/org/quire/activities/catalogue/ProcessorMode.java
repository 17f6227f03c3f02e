package org.quire.activities.catalogue;

/** How a processor's jobs are run. */
public enum ProcessorMode {
    /** Warm where the processor can be kept alive, else cold. */
    AUTO,
    /** In a process that is kept alive between jobs. */
    WARM,
    /** As a new process for each job. */
    COLD,
    /** By somebody outside, to whom they are handed out. */
    EXTERNAL
}
