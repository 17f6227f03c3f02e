package org.quire.api.submission;

import java.nio.file.Files;
import java.nio.file.Path;
import org.quire.mets.Mets;
import org.quire.mets.MetsFile;
import org.quire.workflows.run.FetchPlan;
import org.quire.workflows.workspace.WorkspaceRef;

/**
 * Which files of a METS have a URL and are not on disk. Only those with a URL are looked for: where a book's images never were
 * remote, nothing is asked of the disk.
 */
final class RemoteInputs implements FetchPlan.RemoteFiles {

    private final Mets mets;
    private final Path folder;

    RemoteInputs(Mets mets, WorkspaceRef workspace) {
        this.mets = mets;
        this.folder = Path.of(workspace.metsPath()).resolveSibling("");
    }

    @Override
    public boolean areThere(String group, String page) {
        return mets.files(group, page).stream().anyMatch(this::isRemote);
    }

    private boolean isRemote(MetsFile file) {
        return file.url() != null && (file.localPath() == null || Files.notExists(folder.resolve(file.localPath())));
    }
}
