package org.quire.workflows.workspace;

import java.time.Duration;

/**
 * How often and how much the owner of a workspace does at once. A workflow can't read a configuration, so these are constants: a change of
 * one that alters the order of commands needs an entry in {@link WorkspaceVersions}.
 *
 * @param additionsPerCommit most results in one commit
 * @param charactersPerCommit most JSON in one commit, roughly; far below the 2 MB of a Temporal payload
 * @param commitPause least time between two commits, unless the end of a run waits
 * @param endedCheck how often registered runs are looked up, so that pages of a terminated one become free within a minute
 * @param firstDependencyPause time to the second look-up of dependencies; it doubles
 * @param longestDependencyPause most time between two look-ups
 * @param historyEvents from this length of its history on, the workflow continues as new
 */
record WorkspaceLimits(
        int additionsPerCommit,
        long charactersPerCommit,
        Duration commitPause,
        Duration endedCheck,
        Duration firstDependencyPause,
        Duration longestDependencyPause,
        long historyEvents) {

    static final WorkspaceLimits STANDARD = new WorkspaceLimits(
            500,
            1_000_000,
            Duration.ofMillis(250),
            Duration.ofSeconds(30),
            Duration.ofMillis(500),
            Duration.ofSeconds(3),
            5_000);
}
