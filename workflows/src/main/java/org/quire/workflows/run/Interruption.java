package org.quire.workflows.run;

import org.jspecify.annotations.Nullable;

/**
 * What has been said to end a run early. Each word, once said, stays said.
 *
 * @param cancel start nothing new
 * @param stop interrupt running jobs, too
 * @param dependencyFailure why a dependency can't be met; null: nothing known
 * @param commitFailure why results can't reach {@code mets.xml}; null: nothing known
 */
public record Interruption(
        boolean cancel,
        boolean stop,
        @Nullable String dependencyFailure,
        @Nullable String commitFailure) {

    static final Interruption NONE = new Interruption(false, false, null, null);

    boolean startsNothingNew() {
        return cancel || stop || dependencyFailure != null || commitFailure != null;
    }

    Interruption withCancel() {
        return new Interruption(true, stop, dependencyFailure, commitFailure);
    }

    Interruption withStop() {
        return new Interruption(cancel, true, dependencyFailure, commitFailure);
    }

    Interruption withDependencyFailure(String reason) {
        return dependencyFailure == null ? new Interruption(cancel, stop, reason, commitFailure) : this;
    }

    Interruption withCommitFailure(String reason) {
        return commitFailure == null ? new Interruption(cancel, stop, dependencyFailure, reason) : this;
    }
}
