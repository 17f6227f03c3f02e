package org.quire.activities.checkup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.mets.Fixity;
import org.quire.mets.Mets;
import org.quire.mets.MetsException;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsMerge;
import org.quire.workflows.checkup.Finding.Kind;
import org.quire.workflows.checkup.Finding.Standing;

/** Compares one METS with the files that it names. Files of one group make one finding, so that a lost folder does not fill a report. */
final class DiskCheck {

    private final Path mets;
    private final Path folder;
    private final boolean busy;
    private final Findings findings;

    /**
     * @param mets real path
     * @param busy whether a run is at work there, which may replace files while they are looked at
     */
    DiskCheck(Path mets, boolean busy, Findings findings) {
        this.mets = mets;
        this.busy = busy;
        this.folder = Objects.requireNonNull(mets.getParent());
        this.findings = findings;
    }

    /** @return how many files the METS names */
    long compare(boolean fixity, boolean repair) throws IOException {
        try {
            unfinished(repair);
            List<MetsFile> files = Mets.read(mets).files();
            Map<String, List<MetsFile>> groups = new LinkedHashMap<>();
            files.forEach(file -> groups.computeIfAbsent(file.fileGroup(), any -> new ArrayList<>())
                    .add(file));
            for (Map.Entry<String, List<MetsFile>> group : groups.entrySet()) {
                compare(group.getKey(), group.getValue(), fixity);
            }
            return files.size();
        } catch (MetsException e) {
            findings.add(
                    Kind.UNREADABLE_METS,
                    mets.toString(),
                    "The METS can't be read: " + e.getMessage(),
                    "Put back a copy of it; Quire writes nothing into it as it is.",
                    Standing.OPEN);
            return 0;
        } catch (NoSuchFileException e) {
            findings.add(
                    Kind.UNREADABLE_METS,
                    mets.toString(),
                    "The METS is gone, though runs have worked on it.",
                    "Put it back, or let it be if the book was moved.",
                    Standing.NOTE);
            return 0;
        }
    }

    private void unfinished(boolean repair) throws IOException {
        List<String> names = MetsMerge.unfinished(mets, repair);
        if (!names.isEmpty()) {
            findings.add(
                    Kind.UNFINISHED_METS,
                    mets.toString(),
                    "Beside the METS lies what a writer left that was ended, or has yet to merge: "
                            + String.join(", ", names) + ".",
                    "A repair merges what was acknowledged and removes the rest, as the next commit does.",
                    repair ? Standing.REPAIRED : Standing.REPAIRABLE);
        }
    }

    private void compare(String group, List<MetsFile> files, boolean fixity) throws IOException {
        var missing = new Examples();
        var changed = new Examples();
        Set<Path> named = new HashSet<>();
        for (MetsFile file : files) {
            String local = file.localPath();
            if (local == null) {
                continue;
            }
            Path path = folder.resolve(local).normalize();
            named.add(path);
            if (!Files.exists(path)) {
                missing.add(local);
            } else if (fixity && !isStill(path, file.fixity())) {
                changed.add(local);
            }
        }
        String subject = mets + " " + group;
        if (missing.count() > 0) {
            findings.add(
                    Kind.MISSING_FILES,
                    subject,
                    "METS names " + missing.words() + " not on disk.",
                    remedy("Put them back from a copy, or run the step that makes the group again with overwrite."),
                    standing());
        }
        if (changed.count() > 0) {
            findings.add(
                    Kind.CHANGED_FILES,
                    subject,
                    "METS has another size or checksum of " + changed.words() + " changed since.",
                    remedy("If a person changed them, remove CHECKSUM, CHECKSUMTYPE and SIZE there; else put back"
                            + " copies."),
                    standing());
        }
        noteUnnamed(group, named);
    }

    private String remedy(String words) {
        return busy ? "A run is at work here and may be replacing them: look again when it is over." : words;
    }

    private Standing standing() {
        return busy ? Standing.HEALS : Standing.OPEN;
    }

    private static boolean isStill(Path path, @Nullable Fixity fixity) throws IOException {
        return fixity == null || fixity.sha256().isEmpty() || fixity.fits(path);
    }

    /** Only files right in the folder that is named as the group. */
    private void noteUnnamed(String group, Set<Path> named) throws IOException {
        Path place = folder.resolve(group).normalize();
        if (!folder.equals(place.getParent())) {
            return;
        }
        var unnamed = new Examples();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !named.contains(file)) {
                    unnamed.add(folder.relativize(file).toString());
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return;
        }
        if (unnamed.count() > 0) {
            findings.add(
                    Kind.UNNAMED_FILES,
                    mets + " " + group,
                    "METS does not name " + unnamed.words() + " in the group's folder.",
                    "Nothing is wrong if a program keeps them there for itself.",
                    Standing.NOTE);
        }
    }

    /** How many there are, and the first. */
    private static final class Examples {

        private int count;
        private String first = "";

        void add(String name) {
            if (count++ == 0) {
                first = name;
            }
        }

        int count() {
            return count;
        }

        /** To be followed by what they are. */
        String words() {
            return count == 1 ? first + ", which is" : count + " files, such as " + first + ", which are";
        }
    }
}
