package org.quire.activities.workspace;

import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.quire.activities.temporal.Attempt;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsException;
import org.quire.mets.MetsMerge;
import org.quire.workflows.workspace.MetsCommit;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Merges results into the file itself. A missing or broken {@code mets.xml} can't be healed by trying again; a full disk can. An attempt
 * that Temporal gave up leaves the file as it is, since what it brings may be older than what the file has by then.
 */
public final class MergingMetsCommit implements MetsCommit {

    @Override
    public void commit(WorkspaceRef workspace, List<MetsAddition> additions) {
        Path mets = Path.of(workspace.metsPath());
        if (Files.notExists(mets)) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "Expected a METS file at '" + mets + "', but it is gone.", IMPOSSIBLE);
        }
        var attempt = Attempt.current();
        try (var beats = attempt.keepBeating()) {
            MetsMerge.merge(mets, additions, attempt::mustCount);
        } catch (MetsException e) {
            throw ApplicationFailure.newNonRetryableFailureWithCause(e.getMessage(), IMPOSSIBLE, e);
        } catch (IOException e) {
            throw new UncheckedIOException("Expected to write results into '" + mets + "', but " + e.getMessage(), e);
        }
    }
}
