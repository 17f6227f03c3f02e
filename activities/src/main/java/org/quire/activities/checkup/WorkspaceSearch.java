package org.quire.activities.checkup;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds workspaces below folders: each folder with a {@code mets.xml}, below which none is looked for. */
final class WorkspaceSearch {

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceSearch.class);
    private static final String METS = "mets.xml";

    private WorkspaceSearch() {}

    /** Real paths of their METS. What can't be read is left out. */
    static Set<Path> below(Collection<Path> roots) throws IOException {
        Set<Path> found = new TreeSet<>();
        for (Path root : roots) {
            if (Files.isDirectory(root)) {
                Files.walkFileTree(root.toRealPath(), new Visitor(found));
            }
        }
        return found;
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {

        private final Set<Path> found;

        Visitor(Set<Path> found) {
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Path mets = folder.resolve(METS);
            if (!Files.isRegularFile(mets)) {
                return FileVisitResult.CONTINUE;
            }
            found.add(mets.toRealPath());
            return FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            LOG.warn("Not looked at: {}", e.toString());
            return FileVisitResult.CONTINUE;
        }
    }
}
