package org.quire.workflows.job;

/** Who runs the jobs of a step. */
public enum Agent {
    /** A worker host, as a process of its own machine. */
    WORKER,
    /** Somebody outside, such as a site's batch system: a worker host hands jobs out and collects what was made. */
    EXTERNAL,
    /** A Processor Server of OCR-D before 3.0, to which a worker host forwards jobs. */
    SERVER
}
