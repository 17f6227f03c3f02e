package org.quire.activities.catalogue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds {@code ocrd-*} executables in folders; of several of one name the first counts, as in a shell. */
final class ExecutableSearch {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutableSearch.class);
    private static final Pattern NAME = Pattern.compile("ocrd-[A-Za-z0-9_-]+");

    /** Tools of OCR-D that are no processors and might do something when called. */
    private static final Set<String> NO_PROCESSORS = Set.of("ocrd-make", "ocrd-import", "ocrd-export-larex");

    private final List<Path> folders;

    ExecutableSearch(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The configured folders, then those of {@code PATH}. */
    static ExecutableSearch of(List<Path> configured, String pathVariable) {
        var folders = new ArrayList<>(configured);
        Arrays.stream(pathVariable.split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(Path::of)
                .forEach(folders::add);
        return new ExecutableSearch(folders);
    }

    /** Absolute paths by name, in the order of the names. */
    Map<String, Path> find() {
        Map<String, Path> found = new TreeMap<>();
        for (Path folder : folders) {
            inFolder(folder)
                    .forEach(file -> found.putIfAbsent(file.getFileName().toString(), file));
        }
        return found;
    }

    private static List<Path> inFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.toAbsolutePath().normalize())) {
            return files.filter(ExecutableSearch::isCandidate).sorted().toList();
        } catch (IOException e) {
            LOG.warn("The folder {} can't be searched for processors: {}", folder, e.toString());
            return List.of();
        }
    }

    private static boolean isCandidate(Path file) {
        String name = file.getFileName().toString();
        return NAME.matcher(name).matches() && !NO_PROCESSORS.contains(name) && isExecutable(file);
    }

    static boolean isExecutable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
