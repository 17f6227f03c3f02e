package org.quire.workflows.checkup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a checkup looks at.
 *
 * @param roots folders that workspaces lie in; all below them are looked at
 * @param metsPath the one workspace to look at, the real path of its METS; null: all, and the runs of all
 * @param fixity whether every file is read and compared with its checksum
 * @param repair whether what can safely be repaired is
 */
public record CheckupScope(List<String> roots, @Nullable String metsPath, boolean fixity, boolean repair) {

    public CheckupScope {
        roots = List.copyOf(roots);
    }
}
