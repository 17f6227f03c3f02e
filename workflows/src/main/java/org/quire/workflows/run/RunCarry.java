package org.quire.workflows.run;

/** What a run hands on when it continues as new. Its content is the run package's own affair. */
public record RunCarry() {}
